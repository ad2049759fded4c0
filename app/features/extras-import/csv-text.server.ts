/**
 * Decodes a CSV file: UTF-8, or Windows-1252 as Excel saves it.
 * @returns undefined for UTF-16, Excel's "Unicode text"
 */
export function textOf(bytes: Uint8Array): string | undefined {
	const [first, second] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return undefined;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
