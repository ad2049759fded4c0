-- The page that opens by itself after a sign-in and on the home page, while auto_diagram is 1.
ALTER TABLE users ADD COLUMN auto_opening TEXT NOT NULL DEFAULT 'diagram' CHECK (auto_opening IN ('diagram', 'my-shift'));
