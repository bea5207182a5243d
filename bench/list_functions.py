"""The yardstick of `mtlb nm`: a bare loop over the tags of a function list. Prints the seconds of the processor."""

import mmap
import struct
import sys
import time

start = time.process_time()
with open(sys.argv[1], "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
    (at,) = struct.unpack_from("<Q", data, 24)
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    names = []
    for _ in range(count):
        (size,) = struct.unpack_from("<I", data, at)
        tag, end = at + 4, at + size
        while data[tag : tag + 4] != b"ENDT":
            (length,) = struct.unpack_from("<H", data, tag + 4)
            if data[tag : tag + 4] == b"NAME":
                names.append(data[tag + 6 : tag + 5 + length].decode())
            tag += 6 + length
        at = end
    sys.stdout.write("".join(f"00000000 T {name}\n" for name in sorted(names)))
print(time.process_time() - start, file=sys.stderr)
