"""Archives whose bytes depend only on their content: sorted names, one time, no owner."""

import gzip
import io
import tarfile
import time
import zipfile
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    """A file of a package."""

    data: bytes
    executable: bool = False

    @property
    def mode(self):
        return 0o755 if self.executable else 0o644


def folders(names):
    """Every folder above some names, sorted."""
    above = set()
    for name in names:
        parts = name.split("/")[:-1]
        above |= {"/".join(parts[: depth + 1]) for depth in range(len(parts))}
    return sorted(above)


def compressed(data):
    """Bytes in the format of gzip, without a name or a time."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as stream:
        stream.write(data)
    return buffer.getvalue()


def tar(files, epoch):
    """The bytes of a tar archive of files by name."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        entries = [(name, None) for name in folders(files)] + list(files.items())
        for name, file in sorted(entries, key=lambda entry: entry[0].split("/")):
            entry = tarfile.TarInfo(name)
            entry.mtime = epoch
            if file is None:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            else:
                entry.size, entry.mode = len(file.data), file.mode
                archive.addfile(entry, io.BytesIO(file.data))
    return buffer.getvalue()


def zipped(files, epoch, last=()):
    """The bytes of a ZIP archive of files by name; those named in `last` come at its end."""
    buffer = io.BytesIO()
    # The format has no time before 1980.
    moment = time.gmtime(max(epoch, 315532800))[:6]
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files, key=lambda name: (name in last, name)):
            entry = zipfile.ZipInfo(name, moment)
            entry.create_system = 3
            entry.external_attr = (0o100000 | files[name].mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name].data)
    return buffer.getvalue()


def read_tar(path):
    """The files of a compressed tar archive by name."""
    with tarfile.open(path) as archive:
        return {
            entry.name: File(archive.extractfile(entry).read(), bool(entry.mode & 0o100))
            for entry in archive.getmembers()
            if entry.isfile()
        }


def checked_size(data):
    """The size of bytes in MB and their checksum, to compare two builds by eye."""
    return f"{len(data) / 1e6:.1f} MB, crc {zlib.crc32(data):08x}"
