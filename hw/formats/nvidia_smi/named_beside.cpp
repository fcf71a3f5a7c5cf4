#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/named_machines.h"
#include "hw/formats/nccl_tests/device_list.h"
#include "hw/formats/nvidia_smi/models.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

/// The model among those that a name may mean which the matrix can be of: what its NVLinks alone
/// would be taken for, else one that has as many. Null for none.
const catalogue::GpuModel* model_with_links(std::string_view name, const Table& table) {
  const auto models = catalogue::gpu_named(name).models();
  const int most = count_nvlinks(table).most;
  // Of several forms, cards are those without NVLinks.
  const bool may_be_board = most > 0 || models.size() == 1;
  const auto fits = [&](const catalogue::GpuModel* model) {
    return most <= model->nvlinks &&
           (may_be_board || model->form == catalogue::GpuModel::Form::Card);
  };
  const auto* const likely = catalogue::gpu_named(gpu_of(table).name).model;
  const auto taken = std::ranges::find(models, likely);
  if (taken != models.end() && fits(likely)) return likely;
  // The usual form has no mark.
  const auto usual = std::ranges::find_if(
      models, [&](const auto* model) { return fits(model) && model->mark.empty(); });
  if (usual != models.end()) return *usual;
  const auto other = std::ranges::find_if(models, fits);
  return other == models.end() ? nullptr : *other;
}

}  // namespace

NamedBeside gpu_named_beside(std::string_view text, const Table& table) {
  // Of a long log, what people write around a matrix stands at its beginning.
  constexpr std::size_t kMostWords = std::size_t{256} << 10U;
  const auto devices = nccl_tests::devices_in(text);
  const std::string listed = nccl_tests::common_gpu(devices);
  if (!listed.empty()) {
    const bool has_room = nccl_tests::job_of(devices).gpus_per_host <= count_nvlinks(table).gpus;
    const bool fits = has_room && model_with_links(listed, table) != nullptr;
    return {fits ? listed : "", "the list of devices of nccl-tests names"};
  }
  const std::string said = catalogue::gpu_named_in(text.substr(0, kMostWords));
  const auto* const model = model_with_links(said, table);
  return {model == nullptr ? "" : std::string(model->name), "words beside the matrix name"};
}

}  // namespace treering::hw::formats::nvidia_smi
