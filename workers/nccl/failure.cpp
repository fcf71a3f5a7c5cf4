#include "workers/nccl/failure.h"

#include <string>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/words.h"

namespace treering::workers::nccl {
namespace {

std::string text_of(const char* text) {
  return text == nullptr ? "" : core::printable(core::trimmed(text));
}

}  // namespace

void check_cuda(const Cuda& cuda, int code, const char* what) {
  if (code == kSuccess) return;
  throw LibraryFailure(
      fmt::format("{}: {} (CUDA error {})", what, text_of(cuda.error_text(code)), code));
}

void check_nccl(const Nccl& nccl, int code, const char* what) {
  if (code == kSuccess) return;
  const std::string noted = text_of(nccl.last_error(nullptr));
  throw LibraryFailure(fmt::format("{}: {}{}{}", what, text_of(nccl.error_text(code)),
                                   noted.empty() ? "" : ": ", noted));
}

}  // namespace treering::workers::nccl
