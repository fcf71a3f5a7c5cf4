// A pasted text as its program printed it: without the marks of mail and Markdown, colours, and the
// tags that launchers put before lines.
//
// Lines are never added or removed: the number of a line in the result is its number in the paste.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::core {

/// `text` without escapes that colour, also where their first byte was lost or spelt ("[4mGPU0",
/// "\u001b[0m", "^[[0m"), byte order mark, no-break spaces, carriage returns, marks of a quotation,
/// entities and tags of HTML pages, and the bars of Markdown tables, whose cells are joined by
/// tabs. Indentation stays. A text without any of these comes back as it is, uncopied.
std::string unwrapped(std::string text);

/// Whether a page's HTML begins the text, such as "<details><summary>", and not XML of its own.
bool begins_as_page(std::string_view text);

/// `line` without the marks of a quotation at its start: "> ", "> > ", ">>". Not those of a prompt
/// of Python, ">>> ".
std::string_view without_quote_marks(std::string_view line);

/// The cells of a row of a Markdown table, "| a | b |", trimmed; empty where it is none.
std::vector<std::string_view> markdown_cells(std::string_view line);

/// The line between the heading of a Markdown table and its rows: "|---|:--:|".
bool is_markdown_rule(std::string_view line);

/// A line behind the tag of a launcher, which names its rank, process or host.
struct TaggedLine {
  std::string_view tag;   // "[1,0]<stdout>", "host1"; the last one where there are several
  std::string_view text;  // `line` behind all tags; of a line without tag all of it
};

/// Tags that only launchers write: "[1,0]<stdout>:" (Open MPI), "[rank3]:" (torchrun, srun -l by
/// some), "(Worker pid=12, ip=10.0.0.1) " (Ray), "worker-0  | " (Docker Compose),
/// "[pod/worker-0/main] " (kubectl logs --prefix).
TaggedLine without_launcher_tags(std::string_view line);

/// Those, and "host1: " (pdsh, clush, kubectl) or "3: " (srun -l), which other lines begin with as
/// well: for a reader that sees from the rest whether it is a tag.
TaggedLine without_any_tag(std::string_view line);

}  // namespace treering::core
