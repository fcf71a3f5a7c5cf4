#include "gui/window/question/inputs.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QVariant>
#include <algorithm>
#include <type_traits>

#include "core/topology/cluster.h"
#include "gui/models/job_settings.h"

namespace treering::gui::window::question {

namespace {

constexpr const char* kIsTyped = "isTyped";

/// The line that the text stands in: the input itself, or a part of it.
template <class Widget>
auto& line_of(Widget& input) {
  using Line = std::conditional_t<std::is_const_v<Widget>, const QLineEdit, QLineEdit>;
  auto* const own = qobject_cast<Line*>(&input);
  return own != nullptr ? *own : *input.template findChild<Line*>();
}

}  // namespace

void watch_typing(QWidget& input) {
  QLineEdit& line = line_of(input);
  QObject::connect(&line, &QLineEdit::textEdited, &line,
                   [&line] { line.setProperty(kIsTyped, true); });
}

bool is_typed_in(const QWidget& input) {
  const QLineEdit& line = line_of(input);
  return line.hasFocus() && line.property(kIsTyped).toBool();
}

bool end_typing(QWidget& input) {
  QLineEdit& line = line_of(input);
  const bool was_typed = line.property(kIsTyped).toBool();
  line.setProperty(kIsTyped, false);
  return was_typed;
}

ChannelsInput::ChannelsInput(models::Session& session, QWidget* parent)
    : QSpinBox(parent), session_(session) {
  setRange(0, models::kMostChannels);
  setSpecialValueText(tr("NCCL's choice"));
  setAccessibleName(tr("Channels"));
  setToolTip(tr("of rings and trees: NCCL_MIN_NCHANNELS and NCCL_MAX_NCHANNELS of the job"));
  on_value(static_cast<QSpinBox&>(*this), *this, [this](int channels) { ask(channels); });
  connect(&session_, &models::Session::questionChanged, this, &ChannelsInput::take_question);
  take_question();
}

int ChannelsInput::asked() const {
  return models::channels_of(session_.question().job.variables.env).value_or(0);
}

void ChannelsInput::take_question() {
  const QSignalBlocker quiet(this);
  if (followed_.is_to_fill(asked(), *this)) setValue(asked());
}

void ChannelsInput::ask(int channels) {
  if (channels == asked()) return;
  models::Question question = session_.question();
  models::set_channels(question.job.variables.env,
                       channels > 0 ? std::optional(channels) : std::nullopt);
  session_.ask(question, tr("channels"));
}

namespace {

constexpr int kMostTyped = 999'999'999;  // beyond it digits are not taken

}  // namespace

NodesInput::NodesInput(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      box_(new QSpinBox(this)),
      problem_(new widgets::ProblemLabel(this)) {
  box_->setRange(1, kMostTyped);
  box_->setAccessibleName(tr("Nodes"));
  problem_->setObjectName(QStringLiteral("nodes problem"));
  setFocusProxy(box_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(box_);
  layout->addWidget(problem_);
  on_value(*box_, *this, [this](int nodes) { ask(nodes); });
  connect(&session_, &models::Session::questionChanged, this, &NodesInput::take_question);
  connect(&session_, &models::Session::machineChanged, this, &NodesInput::take_question);
  take_question();
}

/// A cluster file has a number of its own.
int NodesInput::asked() const {
  const app::MachineReport* const machine = session_.machineReport();
  const int own = machine == nullptr ? 1 : machine->setup.cluster.node_count;
  return session_.question().job.nodes.value_or(own);
}

void NodesInput::take_question() {
  if (!followed_.is_to_fill(asked(), *box_)) return;
  const QSignalBlocker quiet(box_);
  box_->setValue(asked());
  problem_->say({});
}

void NodesInput::ask(int nodes) {
  if (nodes > core::kMaxRanks) {
    return problem_->say(tr("%1 nodes are too many: it is 1 to %2. The views show %3.")
                             .arg(nodes)
                             .arg(core::kMaxRanks)
                             .arg(asked()));
  }
  problem_->say({});
  if (nodes == asked()) return;
  models::Question question = session_.question();
  question.job.nodes = nodes;
  session_.ask(question, tr("nodes"));
}

/// Enter on what is wrong does not leave it.
void NodesInput::keyPressEvent(QKeyEvent* event) {
  event->setAccepted(!problem_->text().isEmpty());
}

using app::setup::NameKind;

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
  connect(this, &QComboBox::currentTextChanged, this,
          [this](const QString& text) { setToolTip(isEditable() ? QString() : text); });
}

QString ChoiceBox::shownText() const {
  constexpr int kMargin = 2;  // pixels, at both sides: where styles write
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect room =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width() - 2 * kMargin);
}

void ChoiceBox::paintEvent(QPaintEvent* event) {
  if (isEditable()) return QComboBox::paintEvent(event);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  option.currentText = shownText();
  QStylePainter painter(this);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

QComboBox* combo(QWidget* parent, const QString& name) {
  auto* const box = new ChoiceBox(parent);
  box->setAccessibleName(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(12);
  return box;
}

void add_names(QComboBox* box, NameKind kind) {
  for (const auto& word : app::setup::words_of(kind)) {
    box->addItem(QString::fromStdString(word.name), QString::fromStdString(word.name));
    box->setItemData(box->count() - 1, QString::fromStdString(word.description), Qt::ToolTipRole);
  }
}

void add_choice(QComboBox* box, NameKind kind) {
  box->addItem(QComboBox::tr("NCCL's choice"), QString());
  add_names(box, kind);
}

void add_algorithms(QComboBox* box) {
  add_choice(box, NameKind::SimulatedAlgorithm);
  for (int i = 1; i < box->count(); ++i) {
    const QString name = box->itemData(i).toString();
    if (app::setup::is_in_nccl(name.toStdString())) continue;
    box->setItemText(i, QComboBox::tr("%1 (not in NCCL)").arg(name));
  }
  QAbstractItemView* const list = box->view();
  const int bar = list->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
  list->setMinimumWidth(list->sizeHintForColumn(0) + bar);
}

QString automatic(const std::string& algorithm) {
  const QString text = app::setup::is_in_nccl(algorithm) ? QComboBox::tr("auto: %1")
                                                         : QComboBox::tr("auto: %1 (not NCCL)");
  return text.arg(QString::fromStdString(algorithm));
}

std::optional<std::string> chosen(const QComboBox* box) {
  const QString text = box->currentData().toString();
  return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

void set_chosen(QComboBox* box, const std::optional<std::string>& name) {
  constexpr int kIsUnlisted = Qt::UserRole + 1;
  const int last = box->count() - 1;
  if (box->itemData(last, kIsUnlisted).toBool()) box->removeItem(last);
  const QString text = QString::fromStdString(name.value_or(""));
  int at = box->findData(text, Qt::UserRole, Qt::MatchFixedString);
  if (at < 0) {
    at = box->count();
    box->addItem(text, text);
    box->setItemData(at, true, kIsUnlisted);
  }
  box->setCurrentIndex(at);
}

void name_choice(QComboBox* box, const models::ChoiceLimit& limit) {
  const int at = box->findData(QString());
  box->setItemText(at, limit.short_text());
  box->setItemData(at, limit.text(), Qt::ToolTipRole);
}

}  // namespace treering::gui::window::question
