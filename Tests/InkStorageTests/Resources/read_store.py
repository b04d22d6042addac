"""Reads stores and prints their documents as text: python3 read_store.py STORE...

Written from the articles on store formats alone. A document of which anything does not fit them is refused. This
file has the databases of DatabaseFormat; packages.py has the other documents, page_codecs.py what is on their pages.
"""
import json, os, re, shutil, sqlite3, struct, sys, tempfile, zlib

from packages import read_asset, read_notebook, read_package, shown
from page_codecs import check, moved, stroke

def names(directory, ending):  # ids in the names of a directory's files
    found = (re.fullmatch("([0-9a-f]{16})" + re.escape(ending), name) for name in sorted(os.listdir(directory)))
    return [int(match[1], 16) for match in found if match]

def crc(*integers, after=0): return zlib.crc32(struct.pack("<%dq" % len(integers), *integers), after)

def log_sums(data, order, sums):  # the sums of a write-ahead log, going on from those of what stands before
    first, second = sums
    for x, y in struct.iter_unpack(order + "2I", data):
        first = first + x + second & 0xffffffff
        second = second + y + first & 0xffffffff
    return first, second

def breaks_before_a_save(log, order, page_size, salts, sums):  # sums: the header's, None if it does not pass
    commit = None
    for place in range(32, len(log) - page_size - 23, 24 + page_size):
        head, page = log[place:place + 24], log[place + 24:place + 24 + page_size]
        size, stated, own = struct.unpack(">I", head[4:8])[0], struct.unpack(">2I", head[16:]), head[8:16]
        after = lambda before: log_sums(head[:8] + page, order, before)
        if commit and own == (salts or commit[0]) and any(after(before) == stated for before in commit[1:]): return True
        commit = None
        if sums:
            found = after(sums)
            if found == stated and own == salts: sums = found
            else: sums, commit = None, size and (own, stated, found)
        elif size and own == (salts or own): commit = own, stated
    return False

def check_log(log):
    if len(log) <= 32: return
    magic, version, page_size = struct.unpack(">3I", log[:12])
    order, sums = "><"[magic == 0x377f0682], struct.unpack(">2I", log[24:32])
    sizes = [1 << bit for bit in range(9, 17)]
    if (magic in (0x377f0682, 0x377f0683) and version == 3007000 and page_size in sizes
            and log_sums(log[:24], order, (0, 0)) == sums):
        check(not breaks_before_a_save(log, order, page_size, log[16:24], sums), "frame of the log")
    else:
        check(not any(breaks_before_a_save(log, order, size, None, None) for size in sizes for order in "<>"),
              "header of the log")

def read_database(path, id):
    if os.path.exists(path + "-wal"):
        with open(path + "-wal", "rb") as log: check_log(log.read())
    base = sqlite3.connect(":memory:")
    with tempfile.TemporaryDirectory() as place:  # the engine would make files beside the database
        for ending in filter(lambda ending: os.path.exists(path + ending), ["", "-wal"]):
            shutil.copy(path + ending, place + "/copy" + ending)
        sqlite3.connect(place + "/copy").backup(base)
    check(base.execute("PRAGMA user_version").fetchone() == (2,), "version of the database")
    check(base.execute("PRAGMA application_id").fetchone() == (0x496e6b42,), "application of the database")
    ((name, title, modified, count, digest, checksum),) = base.execute(
        "SELECT id, title, modified, page_count, page_digest, checksum FROM document")
    check(checksum == zlib.crc32(title.encode(), crc(name, modified, count, digest)), "row of the document")
    check(name % (1 << 64) == id, "id of the document")
    listed = base.execute("SELECT id, ordinal, width, height, created, element_count, image_count, element_digest "
                          "FROM pages ORDER BY ordinal").fetchall()
    check((count, digest) == (len(listed), sum(crc(*page[:5]) for page in listed)), "number or digest of the pages")
    content = {}
    for page in listed:
        elements, images, digest = content.setdefault(page[0] % (1 << 64), []), 0, 0
        for *row, checksum, data, opaque in base.execute(
                "SELECT id, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum, content, opaque "
                "FROM elements WHERE page = ? ORDER BY ordinal", page[:1]):
            opaque, fields = opaque or b"", [field or 0 for field in row]
            found = (zlib.crc32(data + opaque) + crc(*fields, len(data), len(opaque))) % (1 << 32)
            check(checksum == found and row[3] in (0, 1), "row of an element")
            name, shown_asset = fields[0] % (1 << 64), fields[9] % (1 << 64)
            element = ("image", name, shown_asset, struct.unpack("<4i", data)) if row[3] else stroke(
                name, *row[4:7], opaque, list(struct.iter_unpack("<iiIHH", data)))
            elements.append(moved(element, row[7], row[8]))
            images, digest = images + row[3], digest + checksum
        check((len(elements), images, digest) == page[5:], "elements of a page")
    def asset(name):
        signed_name = struct.unpack("<q", struct.pack("<Q", name))[0]
        for checksum, data in base.execute("SELECT checksum, bytes FROM assets WHERE id = ?", (signed_name,)):
            check(checksum == crc(signed_name, after=zlib.crc32(data)), "row of an asset")
            return data
        return read_asset("%s.assets/%016x.jpg" % (path[:-7], name), name)
    return title, [(p[0] % (1 << 64), p[2], p[3], p[4] % (1 << 64)) for p in listed], content, asset

def describe(id, document):
    title, pages, content, asset = document
    yield "document %016x %s" % (id, json.dumps(title, ensure_ascii=False))
    for page, width, height, created in pages:
        yield "page %016x %dx%d created %d" % (page, width, height, created)
        for kind, id, *rest in content[page]:
            if kind == "image": yield "image %016x asset %016x frame %d %d %d %d" % (id, rest[0], *rest[1])
            else:
                tool, colour, width, opaque, samples = rest
                yield "stroke %016x %s %08x width %d opaque %s" % (id, tool, colour, width, opaque.hex() or "-")
                for sample in samples: yield " ".join(map(str, sample))
    for id in sorted({id for page in pages for id in shown(content[page[0]])}):
        data = asset(id)
        yield "asset %016x %d bytes %08x" % (id, len(data), zlib.crc32(data))

sys.stdout.reconfigure(encoding="utf-8")
for store in sys.argv[1:]:
    if len(sys.argv) > 2: print("store", store)
    for ending, reader in [(".lnote", read_package), (".sqlite", read_database), (".notebook", read_notebook)]:
        for id in names(store, ending):
            try: print(*describe(id, reader("%s/%016x%s" % (store, id, ending), id)), sep="\n")
            except Exception as error: print("refused %016x: %r" % (id, error))
