import type { ReactNode } from "react";

interface EmptyListProps {
	title: string;
	hint: string;
	/** The button that adds the first record. */
	children: ReactNode;
}

/** What stands in place of a list without rows: a helmet, what is missing, and how to begin. */
export function EmptyList({ title, hint, children }: EmptyListProps) {
	return (
		<div className="card empty">
			<svg width="112" height="60" viewBox="0 24 112 60" aria-hidden="true">
				<path d="M20 62a36 36 0 0 1 72 0z" fill="#ffc20e" />
				<path d="M46 28q10-6 20 0v34H46z" fill="#e0a800" />
				<path d="M8 62h96q0 12-14 12H22Q8 74 8 62z" fill="#ffc20e" />
				<path d="M34 82h44" stroke="currentColor" strokeWidth="4" opacity=".25" />
			</svg>
			<h2>{title}</h2>
			<p className="hint">{hint}</p>
			{children}
		</div>
	);
}
