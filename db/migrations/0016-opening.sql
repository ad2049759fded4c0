-- The page that opens after each sign-in and in place of the home page, if auto_diagram is 1.
ALTER TABLE users ADD COLUMN auto_opening TEXT NOT NULL DEFAULT 'diagram' CHECK (auto_opening IN ('diagram', 'my-shift'));
