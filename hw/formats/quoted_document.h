// One document, XML or JSON, in a text of people: in a post, behind a sentence, between fences.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::formats {

/// The XML or JSON in `text`, which begins with something else; nothing where it holds none. Lines
/// keep their numbers: those before it are empty. Of XML, NCCL's, hwloc's and that of nvidia-smi;
/// where its end is missing, all that follows.
std::optional<std::string> quoted_document(std::string_view text);

}  // namespace treering::hw::formats
