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

  /// Characters that neither NCCL nor XML can hold are replaced; what is too long is cut.
  void add(std::string_view name, std::string_view value);
  /// Unless it is empty.
  void add_if_given(std::string_view name, std::string_view value);
  void add(std::string_view name, long long value);

  /// Attributes whose names start with `prefix`, without it; with an empty prefix those that
  /// contain no '.'. Names that are there already, or are no XML names, are left out.
  void add_all(const core::Attributes& attributes, std::string_view prefix = {});

  /// "<name a="1" b="2""; the caller closes it with ">" or "/>".
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace treering::hw::formats::nccl_xml
