internal import AppFacts
internal import AppProjects
internal import AppSources
internal import JSON

print(AppFacts().json.prettyText)
