import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Files of a ZIP archive by name, from the central directory (PKWARE APPNOTE.TXT, 4.3.12 and 4.3.16). */
export function unzip(archive: Buffer): Map<string, Buffer> {
	let end = archive.length - 22;
	while (archive.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
	const count = archive.readUInt16LE(end + 10);
	let at = archive.readUInt32LE(end + 16);
	const files = new Map<string, Buffer>();
	for (let n = 0; n < count; n++) {
		if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error("no directory entry");
		const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
		const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
		const commentLength = archive.readUInt16LE(at + 32);
		const local = archive.readUInt32LE(at + 42);
		const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
		const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
		const content = archive.subarray(start, start + size);
		files.set(name, method === 0 ? content : inflateRawSync(content));
		at += 46 + nameLength + extraLength + commentLength;
	}
	return files;
}
