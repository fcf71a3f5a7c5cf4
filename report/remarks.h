// The text around tables: lines that start with '#', of the usual width unless another is given,
// and lists.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/display.h"

namespace treering::report {

/// Title of the list of versions that use the tables of another.
inline constexpr std::string_view kNearestVersions = "versions of NCCL that others stand for";

/// The answer for a job of one rank, in place of figures.
inline constexpr std::string_view kLoneRank =
    "A job of one rank sends nothing: at most NCCL copies within its GPU, and there is nothing to "
    "predict or to choose. ⟨nodes⟩, ⟨gpus-per-node⟩ and ⟨devices⟩ ask for more ranks.";

/// `mark` before each line; the last line may lack its end.
std::string marked(std::string_view text, std::string_view mark);

/// A paragraph in lines that start with "# " and that many spaces.
/// \param width columns of a whole line
std::string remark(std::string_view paragraph, std::size_t indent = 0,
                   std::size_t width = kUsualWidth);

/// A paragraph after `lead`, under which its further lines begin.
std::string led_remark(std::string_view lead, std::string_view paragraph, std::size_t width);

/// A paragraph after a dash; nothing for an empty text.
std::string dashed_remark(std::string_view paragraph, std::size_t width = kUsualWidth);

/// A paragraph after "- ", without a mark, with its end of line.
std::string dashed(std::string_view paragraph, std::size_t width);

/// An empty line, the title, and a screenful or two of items with a dash each; nothing without
/// items.
std::string remark_list(std::string_view title, std::vector<std::string> items,
                        std::string_view where = "", std::size_t width = kUsualWidth);

}  // namespace treering::report
