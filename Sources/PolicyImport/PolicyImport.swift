internal import AppFacts
