import type { ShiftAnswers } from "~/features/shift/answers";
import { LinkItem } from "~/ui/link-item";
import { PAY } from "./pay-addresses";

interface HomeRowsProps extends Pick<ShiftAnswers, "now" | "today" | "stayedOn"> {
	/** What the slips lack or have in excess, in one line. */
	openPay: string;
}

/** Rows of the home page's links: what no bar or menu has one tap away. */
export function HomeRows({ now, today, stayedOn, openPay }: HomeRowsProps) {
	const date = stayedOn === today.date ? "" : `&date=${stayedOn}`;
	return (
		<>
			{(now || today.letter !== "F") && (
				<LinkItem href={`/auth/work-overtime/add-work-overtime?shift=after${date}`} sign="clock">
					Me quedé después del turno
				</LinkItem>
			)}
			<LinkItem href={PAY} sign="receipt" note={openPay}>
				¿Me pagaron bien?
			</LinkItem>
			<LinkItem href="/auth/my-document/add-document" sign="file">
				Agregar documento
			</LinkItem>
		</>
	);
}
