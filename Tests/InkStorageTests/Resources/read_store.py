"""Reads a store and prints its documents as text: python3 read_store.py STORE

Written from the articles on store formats alone. Anything that does not fit them ends in an exception.
"""
import json, os, re, sqlite3, struct, sys, zlib

from page_codecs import check, decode, inflate

def read(path):
    check(not os.path.islink(path), path + " is a link")
    with open(path, "rb") as file: return file.read()

def padded(field): return field.rstrip(b"\0").decode("ascii")

def names(directory, ending):  # ids in the names of a directory's files
    found = (re.fullmatch("([0-9a-f]{16})" + re.escape(ending), name) for name in sorted(os.listdir(directory)))
    return [int(match[1], 16) for match in found if match]

# Documents: title, list of pages, elements by page, and how to find an asset.

def sealed(data, format):
    check(data[-24:] == b',"checksum":"%08x"}\n' % zlib.crc32(data[:-24]), "seal of " + format)
    value = json.loads(data)
    check(value["format"] == format and value["version"] == 2, format + " version")
    return value

def read_list(data, id):
    document = sealed(data, "ink-document")
    check(int(document["id"], 16) == id, "document id")
    pages = [(int(p["id"], 16), p.get("width", 5953), p.get("height", 8419), p.get("created", 0))
             for p in document["pages"]]
    check(len({page[0] for page in pages}) == len(pages), "page twice")
    return document["title"], pages

def shown(elements): return sorted({element[2] for element in elements if element[0] == "image"})

def read_page(path, id):
    data = read(path)
    magic, version, count, codec, page, generation, length, head, whole = struct.unpack_from("<8sII16sQQQII", data)
    check(magic == b"InkPage\0" and version == 1 and page == id, "page header")
    check(len(data) == 64 + 8 * count + length, "page length")
    references = data[64:64 + 8 * count]
    check(zlib.crc32(data[:56] + references) == head, "page head checksum")
    check(zlib.crc32(data[64:] + data[:60]) == whole, "page checksum")
    elements = decode(padded(codec), data[64 + 8 * count:])
    check(list(struct.unpack("<%dQ" % count, references)) == shown(elements), "references")
    return elements, generation

def read_asset(path, id):
    data = read(path)
    magic, version, asset, checksum = struct.unpack("<8sIQI", data[-24:])
    check(magic == b"InkAsset" and version == 1 and asset == id and checksum == zlib.crc32(data[:-4]), "asset seal")
    return data[:-24]

def read_package(root, id):
    title, pages = read_list(read(root + "/document.json"), id)
    content = {}
    for page, *_ in pages:
        content[page], generation = read_page("%s/pages/%016x.content" % (root, page), page)
    return title, pages, content, lambda asset: read_asset("%s/assets/%016x.jpg" % (root, asset), asset)

def read_notebook(path, id):
    data = read(path)
    magic, version, head, _, length, inflated, body, zero = struct.unpack_from("<8sIIQQQII", data)
    check(magic == b"InkBook\0" and version == 1 and zlib.crc32(data[16:48 + length]) == head, "notebook head")
    check(zlib.crc32(data[48 + length:]) == body, "notebook body checksum")
    title, pages = read_list(data[48:48 + length], id)
    data, at, content, assets = inflate(data[48 + length:], inflated), 0, {}, {}
    while at < len(data):
        kind, count, id, codec, length = struct.unpack_from("<IIQ16sQ", data, at)
        references, at = struct.unpack_from("<%dQ" % count, data, at + 40), at + 40 + 8 * count + length
        check(at <= len(data) and kind in (1, 2), "section")
        into, value = (assets, data[at - length:at]) if kind == 2 else (content, decode(padded(codec), data[at - length:at]))
        check(id not in into and (kind == 2 or list(references) == shown(value)), "section twice, or its references")
        into[id] = value
    check(set(content) == {page[0] for page in pages}, "pages of the notebook")
    return title, pages, content, assets.__getitem__

def show(id, document):
    title, pages, content, asset = document
    print("document %016x %s" % (id, json.dumps(title, ensure_ascii=False)))
    for page, width, height, created in pages:
        print("page %016x %dx%d created %d" % (page, width, height, created))
        for kind, id, *rest in content[page]:
            if kind == "image": print("image %016x asset %016x frame %d %d %d %d" % (id, rest[0], *rest[1]))
            else:
                tool, colour, width, opaque, samples = rest
                print("stroke %016x %s %08x width %d opaque %s" % (id, tool, colour, width, opaque.hex() or "-"))
                for sample in samples: print(*sample)
    for id in sorted({id for page in pages for id in shown(content[page[0]])}):
        data = asset(id)
        print("asset %016x %d bytes %08x" % (id, len(data), zlib.crc32(data)))

sys.stdout.reconfigure(encoding="utf-8")
store = sys.argv[1]
for ending, reader in [(".lnote", read_package), (".notebook", read_notebook)]:
    for id in names(store, ending): show(id, reader("%s/%016x%s" % (store, id, ending), id))
