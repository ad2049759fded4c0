import { showProblem } from "./control";
import { makeElement } from "./make-element";
import { makePhotoList } from "./photo-list";
import { type Halt, sendPhotos } from "./photo-sender";
import type { PickedPhoto } from "./picked-photo";

/**
 * Brings a field for photos to life: what is picked adds up and is shown, and is sent photo by photo before its form, so
 * that a connection that breaks loses one at most. Does nothing in a browser that cannot fill a file field in: there the
 * form sends them itself, as it does without script.
 */
export function managePhotos(input: HTMLInputElement): void {
	const { form } = input;
	const place = document.getElementById(`${input.id}-error`);
	const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
	if (!form || !button || !place || !canFillIn()) return;
	const { photos: address = "", tooMany = "", failed = "" } = input.dataset;

	/** Ends the sending; undefined while nothing is sent. */
	let sending: AbortController | undefined;
	const progress = makeElement("p", "hint");
	progress.setAttribute("role", "status");
	place.setAttribute("role", "alert");

	const tell = (problem: string) => showProblem(input, problem);
	const findRefused = () => list.photos.find(({ state }) => state === "refused");
	const problem = () => findRefused()?.reason ?? (list.room() < 0 ? tooMany : "");
	const tellProblem = () => tell(problem());
	const list = makePhotoList(input, form, tellProblem);

	const sayTurn = (photo: PickedPhoto) => {
		progress.textContent = `Foto ${list.photos.indexOf(photo) + 1} de ${list.photos.length}`;
	};
	const stop = () => {
		sending?.abort();
		removeEventListener("beforeunload", warn);
	};
	const tellHalt = ({ photo, answer }: Halt) => {
		if (answer.kind === "signed-out") {
			tell("Tu sesión se cerró. ");
			place.append(makeLoginLink(), " y volvé a tocar Guardar: no se pierde nada.");
			return;
		}
		const { reason = "Se cortó la conexión." } = answer;
		const number = list.photos.indexOf(photo) + 1;
		tell(
			`${reason} Tocá Guardar para seguir desde la foto ${number}. Las que ya están no se mandan de nuevo.`,
		);
	};
	const send = async () => {
		sending = new AbortController();
		const { signal } = sending;
		addEventListener("beforeunload", warn);
		button.disabled = true;
		tell("");
		const { photos } = list;
		const halt = await sendPhotos({ photos, form, address, failed, signal, onTurn: sayTurn });
		removeEventListener("beforeunload", warn);
		sending = undefined;
		button.disabled = false;
		progress.textContent = "";
		list.update();
		if (signal.aborted) return;
		if (!halt && !problem()) return button.click();
		if (halt) tellHalt(halt);
		else tellProblem();
		// A button that was disabled has lost the focus; who is somewhere else by now stays there.
		if (document.activeElement === document.body) (findRefused()?.removeButton ?? button).focus();
	};

	const pick = () => {
		if (list.add(Array.from(input.files ?? []))) tellProblem();
		else tell(tooMany);
	};
	input.addEventListener("change", pick);
	form.addEventListener("change", ({ target }) => {
		if (target instanceof HTMLInputElement && target.name === "removeImages") tellProblem();
	});
	form.addEventListener("checked", (event) => {
		const isReady = list.photos.every(({ state }) => state === "sent");
		if (isReady && !problem()) return;
		event.preventDefault();
		if (sending) return;
		if (!problem()) return send();
		tellProblem();
		(findRefused()?.removeButton ?? input).focus();
	});
	// "Cancelar".
	form.addEventListener("click", ({ target }) => {
		if (target instanceof Element && target.closest(".row a")) stop();
	});
	addEventListener("pagehide", stop);

	// Picked before this script came, or kept by a browser that loads the page anew.
	if (input.files?.length) pick();
	input.after(list.element, progress);
}

function canFillIn(): boolean {
	try {
		return Boolean(new DataTransfer());
	} catch {
		return false;
	}
}

function warn(event: BeforeUnloadEvent): void {
	event.preventDefault();
	// What browsers before 2023 look at.
	event.returnValue = true;
}

function makeLoginLink(): HTMLAnchorElement {
	const link = makeElement("a", "", "Ingresá en otra pestaña");
	link.href = "/auth/login";
	link.target = "_blank";
	link.rel = "noopener";
	return link;
}
