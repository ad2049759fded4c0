import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Who leaves while photos are sent is asked first, but for "Cancelar"; who has left sends no more. */
export function useUploadGuard({ form }: HTMLInputElement) {
	const [sending] = useState(makeSending);
	const blocker = useBlocker(() => sending.isOn() && !confirm(LEAVE));
	useEffect(() => {
		if (blocker.state === "blocked") blocker.reset();
	}, [blocker]);
	useEffect(() => {
		const onClick = ({ target }: Event) => {
			if (target instanceof Element && target.closest(".row a")) sending.stop();
		};
		form?.addEventListener("click", onClick);
		addEventListener("pagehide", sending.stop);
		return () => {
			form?.removeEventListener("click", onClick);
			removeEventListener("pagehide", sending.stop);
			sending.stop();
		};
	}, [form, sending]);
	return sending;
}

function makeSending() {
	let current: AbortController | undefined;
	const finish = () => {
		removeEventListener("beforeunload", warn);
		current = undefined;
	};
	return {
		isOn: () => current !== undefined,
		/** @returns what ends it */
		begin(): AbortSignal {
			addEventListener("beforeunload", warn);
			current = new AbortController();
			return current.signal;
		},
		/** @returns false when it was stopped before */
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
	// What browsers before 2023 look at.
	event.returnValue = true;
}

const LEAVE = "Todavía se están mandando las fotos. ¿Salir igual?";
