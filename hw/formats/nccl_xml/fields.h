// The attributes of one element of an NCCL XML, read as NCCL reads them: integers decimal, octal
// after 0, hexadecimal after 0x; an empty value counts as absent. Other texts are a problem, though
// NCCL takes them as 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

// The value of a missing attribute.
inline constexpr std::string_view kNcclDefaultArch = "x86_64";

// An attribute of ours, which NCCL passes over: what treering, and not the machine, has put into
// the element: "sm", "sm model", "speed".
inline constexpr std::string_view kAssumed = "assumed";
inline constexpr std::string_view kAssumedGpu = "sm";
inline constexpr std::string_view kAssumedNamedGpu = "sm model";
inline constexpr std::string_view kAssumedPort = "speed";
inline constexpr std::string_view kAssumedCpu = "vendor";
inline constexpr std::string_view kAssumedSlot = "link_speed";

class Builder;

class Fields {
 public:
  /// Problems go to `builder`; both arguments must outlive this.
  Fields(const xml::Element& element, Builder& builder);

  bool has(std::string_view name);
  /// Empty when absent.
  std::string text(std::string_view name);
  std::optional<int> integer(std::string_view name);
  std::optional<std::int64_t> long_integer(std::string_view name);
  std::optional<double> number(std::string_view name);
  /// Hexadecimal with or without 0x.
  std::optional<std::uint64_t> hex(std::string_view name);

  /// A problem with the value of an attribute. \pre it is there
  void refuse(std::string_view name, const std::string& expected);

  /// A problem when the attribute is absent.
  void require(std::string_view name, const std::string& why);

  /// The attributes that no call has asked for.
  core::Attributes rest() const;

 private:
  const std::string* value(std::string_view name);
  const xml::Element& element_;
  Builder& builder_;
  std::vector<std::string_view> asked_for_;
};

}  // namespace treering::hw::formats::nccl_xml
