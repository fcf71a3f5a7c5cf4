// A file's text as its program wrote it: where a shell stored it as UTF-16, and where JSON, Python,
// HTML or a container's runtime spells its line ends.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// UTF-16, as PowerShell's '>' stores it, as UTF-8; any other text as it is. What is no character
/// becomes U+FFFD.
std::string as_utf8(std::string text);

/// A text that spells its line ends ("GPU0\tGPU1\nGPU0\t X", "GPU0 GPU1<br>GPU0 X") with these as
/// line ends, its tabs as tabs, and its quotation marks as line ends as well; of a document of JSON
/// only its texts, one below the other; of a log that Docker keeps, {"log":"GPU0\n",...} a line,
/// what was logged. Unchanged where most line ends are real ones. Carriage returns alone are line
/// ends where there are no others.
std::string with_spelt_lines(std::string_view text);

/// Whether with_spelt_lines() changes it.
bool has_spelt_lines(std::string_view text);

}  // namespace treering::core
