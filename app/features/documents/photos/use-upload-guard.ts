import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * Asks for confirmation before leaving the page during an upload, except by the form's cancel link. Leaving aborts
 * the upload.
 */
export function useUploadGuard({ form }: HTMLInputElement) {
	const [upload] = useState(makeUpload);
	useBlocker(() => upload.isRunning() && !confirm(LEAVE));
	useEffect(() => {
		const onClick = ({ target }: Event) => {
			if (target instanceof Element && target.closest(".row a")) upload.stop();
		};
		form?.addEventListener("click", onClick);
		addEventListener("pagehide", upload.stop);
		return () => {
			form?.removeEventListener("click", onClick);
			removeEventListener("pagehide", upload.stop);
			upload.stop();
		};
	}, [form, upload]);
	return upload;
}

function makeUpload() {
	let current: AbortController | undefined;
	const finish = () => {
		removeEventListener("beforeunload", warn);
		current = undefined;
	};
	return {
		isRunning: () => current !== undefined,
		/**
		 * Marks the upload as running. Until `end` or `stop`, the browser asks before the user leaves the page.
		 * @returns the signal that aborts the upload
		 */
		begin(): AbortSignal {
			addEventListener("beforeunload", warn);
			current = new AbortController();
			return current.signal;
		},
		/**
		 * Marks the upload as finished, so that the user can leave the page without being asked.
		 * @returns false when the upload was already aborted
		 */
		end({ aborted }: AbortSignal): boolean {
			if (!aborted) finish();
			return !aborted;
		},
		stop() {
			current?.abort();
			finish();
		},
	};
}

function warn(event: BeforeUnloadEvent): void {
	event.preventDefault();
	// Browsers released before 2023 ask for confirmation only if `returnValue` is set.
	event.returnValue = true;
}

const LEAVE = "Todavía se están mandando las fotos. ¿Salir igual?";
