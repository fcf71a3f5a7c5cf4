// Values in sequence, of which few differ: each is kept once, and named by a number at its places.
#pragma once

#include <cstddef>
#include <functional>

#include "core/narrow_numbers.h"
#include "core/numbers.h"

namespace treering::core {

template <class Value, class Hash = std::hash<Value>>
class FewValues {
 public:
  void reserve(std::size_t count) { numbers_.reserve(count); }
  void push_back(const Value& value) { numbers_.push_back(values_.number_of(value)); }
  const Value& operator[](std::size_t at) const { return values_.all()[numbers_[at]]; }
  std::size_t size() const { return numbers_.size(); }
  /// How many differ.
  std::size_t different() const { return values_.all().size(); }
  /// Where nobody knew how many there would be.
  void fit() { numbers_.fit(); }

 private:
  Numbers<Value, Hash> values_;
  NarrowNumbers numbers_;  // by place
};

}  // namespace treering::core
