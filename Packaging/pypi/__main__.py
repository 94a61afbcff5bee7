import os
import sys

from bgpolicy import find

if __name__ == "__main__":
    path = find()
    os.execv(path, [path, *sys.argv[1:]])
