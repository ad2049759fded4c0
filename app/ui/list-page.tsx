import type { ReactNode } from "react";

interface ListPageProps {
	title: string;
	/** Link that adds a record. It floats below the list, but keyboards and screen readers reach it before the list. */
	add: ReactNode;
	children: ReactNode;
}

/** Page with a list of a user's records. */
export function ListPage({ title, add, children }: ListPageProps) {
	return (
		<div className="list-page">
			<h1>{title}</h1>
			<p className="floating">{add}</p>
			<div>{children}</div>
		</div>
	);
}
