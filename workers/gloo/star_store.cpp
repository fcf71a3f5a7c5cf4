#include "workers/gloo/star_store.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace treering::workers::gloo {
namespace {

void add_piece(std::string& text, std::string_view piece) {
  const std::uint64_t size = piece.size();
  text.append(reinterpret_cast<const char*>(&size), sizeof size).append(piece);
}

/// The first piece of `text`, which loses it. \pre add_piece() has written it
std::string_view taken_piece(std::string_view& text) {
  std::uint64_t size = 0;
  std::memcpy(&size, text.data(), sizeof size);
  const std::string_view piece = text.substr(sizeof size, size);
  text.remove_prefix(sizeof size + size);
  return piece;
}

}  // namespace

void StarStore::set(const std::string& key, const std::vector<char>& data) {
  std::string own;
  add_piece(own, key);
  add_piece(own, {data.data(), data.size()});
  std::string all;
  for (const std::string& one : star_.gather(own)) all += one;
  star_.share(all);
  for (std::string_view rest = all; !rest.empty();) {
    const std::string name(taken_piece(rest));
    const std::string_view value = taken_piece(rest);
    values_[name].assign(value.begin(), value.end());
  }
}

std::vector<char> StarStore::get(const std::string& key) {
  wait({key});
  return values_.at(key);
}

void StarStore::wait(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (!values_.contains(key)) throw std::runtime_error("no rank of Gloo has set " + key);
  }
}

void StarStore::wait(const std::vector<std::string>& keys,
                     const std::chrono::milliseconds& /*timeout*/) {
  wait(keys);
}

}  // namespace treering::workers::gloo
