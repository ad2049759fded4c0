import { Icon } from "./icons";

/** Link to the page from which one comes, above the heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
	return (
		<a className="back" href={to}>
			<Icon name="back" />
			{` ${children}`}
		</a>
	);
}
