// One tag as NCCL's own XML parser takes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/topology/topology.h"

namespace treering::hw::formats::nccl_xml {

class Tag {
 public:
  explicit Tag(std::string_view name);

  /// Replaces characters that neither NCCL nor XML allows, and cuts values that are too long.
  void add(std::string_view name, std::string_view value);
  /// Adds the attribute unless it is empty.
  void add_if_given(std::string_view name, std::string_view value);
  void add(std::string_view name, long long value);

  /// Adds attributes whose names start with `prefix`, without it; with an empty prefix, those
  /// without a '.'. Leaves out names that exist already or are not XML names.
  void add_all(const core::Attributes& attributes, std::string_view prefix = {});

  /// "<name a="1" b="2""; the caller closes it with ">" or "/>".
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace treering::hw::formats::nccl_xml
