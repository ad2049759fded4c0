/** Size of what a page sends to see whether the service worker gets photos whole. */
export const TEST_BYTES = 100_000;

/** Whether the service worker can keep photos until there is signal. */
export async function phoneTakesPhotos(): Promise<boolean> {
	if (!navigator.serviceWorker?.controller) return false;
	const body = new FormData();
	body.append("images", new Blob([Uint8Array.from({ length: TEST_BYTES }, (_, place) => place)]));
	const answer = await fetch("/on-this-phone", { method: "POST", body }).catch(() => undefined);
	return answer?.status === 204;
}
