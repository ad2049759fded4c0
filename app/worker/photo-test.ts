/**
 * Whether this browser hands photos to the worker: iPhones were seen to give it empty ones. A page sends bytes that both
 * know; until they have arrived whole, documents go past the worker.
 */
import { TEST_BYTES } from "~/browser/phone-takes-photos";
import { remembered } from "./person";
import { read, write } from "./phone-store";

export const takesPhotos = async () => (await read<string>("state", "photos")) === navigator.userAgent;

/** Answers the bytes of a page: 204 if photos of this person can be kept, else 200, which no console reports. */
export async function testPhotos(request: Request): Promise<Response> {
	const { photos } = await partsOf(request);
	const bytes = new Uint8Array(await new Response(photos[0]).arrayBuffer());
	const isWhole = bytes.length === TEST_BYTES && bytes.every((byte, place) => byte === place % 256);
	await write((state) => state.put(isWhole && navigator.userAgent, "photos"));
	return new Response(null, { status: isWhole && (await remembered()).keys ? 204 : 200 });
}

/** The texts and the photos of a form. */
export async function partsOf(request: Request): Promise<{ fields: URLSearchParams; photos: File[] }> {
	const fields = new URLSearchParams();
	const photos: File[] = [];
	for (const [name, value] of await request.formData()) {
		if (typeof value === "string") fields.append(name, value);
		else if (value.size) photos.push(value);
	}
	return { fields, photos };
}
