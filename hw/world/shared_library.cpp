#include "hw/world/shared_library.h"

#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::hw::world {
namespace {

/// The loader says why only in words.
Unseen not_loaded(const std::string& file, const std::string& words) {
  const bool is_absent = words.starts_with(file + ": cannot open shared object file: No such file");
  if (is_absent) return {Unseen::Why::Absent, fmt::format("no {}", file)};
  return {Unseen::Why::Failed, core::printable(words)};
}

}  // namespace

void CloseLibrary::operator()(void* handle) const {
  dlclose(handle);
}

Seen<SharedLibrary> open_library(const std::string& file) {
  SharedLibrary library(dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL));
  if (library != nullptr) return library;
  const char* const words = dlerror();
  Unseen unseen = not_loaded(file, words == nullptr ? "cannot be loaded" : words);
  dlerror();  // frees the words: glibc keeps them until they are asked for again
  return tl::unexpected(std::move(unseen));
}

}  // namespace treering::hw::world
