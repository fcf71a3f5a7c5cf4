#include "core/text/error_codes.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::core {
namespace {

constexpr auto kNone = std::string_view::npos;

// linux-rdma/rdma-core, libibverbs/verbs.h and verbs.c (ibv_wc_status_str).
constexpr auto kCompletionErrors = std::to_array<CompletionError>({
    {1, "LOC_LEN_ERR", "local length error"},
    {2, "LOC_QP_OP_ERR", "local qp operation error"},
    {4, "LOC_PROT_ERR", "local protection error"},
    {5, "WR_FLUSH_ERR", "work request flushed error"},
    {9, "REM_INV_REQ_ERR", "remote invalid request error"},
    {10, "REM_ACCESS_ERR", "remote access error"},
    {11, "REM_OP_ERR", "remote operation error"},
    {12, "RETRY_EXC_ERR", "transport retry counter exceeded"},
    {13, "RNR_RETRY_EXC_ERR", "rnr retry counter exceeded"},
});

// The same in the words of UCX (src/uct/ib/base/ib_md.c, mlx5/ib_mlx5_log.c) and of Open MPI's
// openib, lower-case.
struct OtherWords {
  std::string_view words;
  int number;
};
constexpr auto kOtherWords = std::to_array<OtherWords>({
    {"transport retry count exceeded", 12},
    {"rnr retry count exceeded", 13},
    {"retry exceeded error", 12},
    {"local protection on mlx5", 4},
    {"remote access on mlx5", 10},
    {"remote op on mlx5", 11},
});

bool is_of_symbol(char c) {
  return is_letter_or_digit(c) || c == '_';
}

/// What follows `start` in the line, as far as a symbol goes; empty without.
std::string_view symbol_behind(std::string_view line, std::string_view start) {
  const std::size_t at = find_part(line, start);
  if (at == kNone) return {};
  const std::string_view rest = line.substr(at + start.size());
  const auto end = std::ranges::find_if(rest, [](char c) { return !is_of_symbol(c); });
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

/// A line of code names symbols without any error.
bool is_code(std::string_view line) {
  return has_any(line, std::array<std::string_view, 4>{"==", "!=", "case ", "#define "});
}

bool names_cuda(std::string_view line) {
  // The last of them are calls of its driver, and how programs name that.
  return has_any(line, std::array<std::string_view, 7>{"CUDA", "cuda", "Cuda", "cuInit", "cuMem",
                                                       "cuMulticast", "Cu failure"});
}

const CudaError* cuda_error_of(const auto& is_it) {
  const auto found = std::ranges::find_if(kCudaErrors, is_it);
  return found == kCudaErrors.end() ? nullptr : &*found;
}

const CudaError* by_symbol(std::string_view line) {
  if (is_code(line)) return nullptr;
  for (const std::string_view start : {"cudaError", "CUDA_ERROR_"}) {
    const std::string_view symbol = symbol_behind(line, start);
    if (symbol.empty()) continue;
    const bool is_of_driver = start.back() == '_';
    if (const auto* const error = cuda_error_of([&](const CudaError& one) {
          return symbol == (is_of_driver ? one.driver_symbol : one.symbol);
        })) {
      return error;
    }
  }
  return nullptr;
}

/// The longest that the line has: one may stand in another.
const CudaError* by_message(std::string_view line, bool has_name) {
  const CudaError* longest = nullptr;
  for (const CudaError& error : kCudaErrors) {
    if (!error.is_of_cuda_alone && !has_name) continue;
    const bool is_longer = longest == nullptr || error.message.size() > longest->message.size();
    if (is_longer && find_part(line, error.message) != kNone) longest = &error;
  }
  return longest;
}

/// The number that stands right behind `words`, as in "returned 802", "code=802(".
std::optional<int> number_behind(std::string_view line, std::string_view words) {
  for (std::size_t at = find_part(line, words); at != kNone; at = find_part(line, words, at + 1)) {
    const std::string_view rest = line.substr(at + words.size());
    const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (end < rest.size() && (rest[end] == '.' || is_of_symbol(rest[end]))) continue;
    if (const auto number = whole_number<int>(rest.substr(0, end))) return number;
  }
  return {};
}

const CudaError* by_number(std::string_view line) {
  constexpr auto kBefore = std::to_array<std::string_view>({"failure ", "error ", "Error ",
                                                            "error: ", "failure: ", "code ",
                                                            "code: ", "code=", "returned "});
  constexpr int kSmallest = 34;  // smaller ones count other things as well
  for (const std::string_view words : kBefore) {
    const auto number = number_behind(line, words);
    if (!number || *number < kSmallest) continue;
    if (const auto* const error =
            cuda_error_of([&](const CudaError& one) { return one.number == *number; })) {
      return error;
    }
  }
  return nullptr;
}

const CompletionError* completion_of(const auto& is_it) {
  const auto found = std::ranges::find_if(kCompletionErrors, is_it);
  return found == kCompletionErrors.end() ? nullptr : &*found;
}

/// "Failed status 12: wr_id 0 syndrom 0x81" of perftest.
const CompletionError* by_status(std::string_view line) {
  const auto number = number_behind(line, "Failed status ");
  if (!number) return nullptr;
  return completion_of([&](const CompletionError& one) { return one.number == *number; });
}

/// "81" of "vend 0x81", "vendor_err 0x81", "syndrom 0x81".
std::string vendor_error_in(std::string_view line) {
  for (const std::string_view words : {"vend 0x", "vendor_err 0x", "vendor err 0x", "syndrom 0x"}) {
    const std::size_t at = find_part(line, words);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + words.size());
    const auto end = std::ranges::find_if(rest, [](char c) { return !is_hex_digit(c); });
    return std::string(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
  }
  return "";
}

}  // namespace

bool is_of_libfabric(std::string_view line) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"NET/OFI", "libfabric", "Libfabric", "nccl_ofi", "nccl_net_ofi", "OFI error"});
  if (has_any(line, kWords)) return true;
  for (std::size_t at = find_part(line, "fi_"); at != kNone; at = find_part(line, "fi_", at + 1)) {
    if (at == 0 || !is_of_symbol(line[at - 1])) return true;
  }
  return false;
}

const CudaError* cuda_error_in(std::string_view line) {
  if (const auto* const error = by_symbol(line)) return error;
  if (is_of_libfabric(line)) return nullptr;
  const bool has_name = names_cuda(line);
  if (const auto* const error = by_message(line, has_name)) return error;
  return has_name ? by_number(line) : nullptr;
}

const CompletionError* completion_error_in(std::string_view line) {
  if (const std::string_view symbol = symbol_behind(line, "IBV_WC_"); !symbol.empty()) {
    return completion_of([&](const CompletionError& one) { return one.symbol == symbol; });
  }
  const std::string lower = lower_case(line);
  if (const auto* const error = completion_of(
          [&](const CompletionError& one) { return find_part(lower, one.message) != kNone; })) {
    return error;
  }
  for (const OtherWords& other : kOtherWords) {
    if (find_part(lower, other.words) == kNone) continue;
    return completion_of([&](const CompletionError& one) { return one.number == other.number; });
  }
  return by_status(line);
}

std::string codes_in_words(std::string_view line) {
  std::string words;
  if (const auto* const error = cuda_error_in(line)) {
    words += fmt::format(" Cuda failure {} '{}'", error->number, error->message);
  }
  if (const auto* const error = completion_error_in(line)) {
    const std::string vendor = vendor_error_in(line);
    words += fmt::format(" Completion status={} ", error->number);
    if (!vendor.empty()) words += fmt::format("vendor err {} ", vendor);
  }
  return words;
}

}  // namespace treering::core
