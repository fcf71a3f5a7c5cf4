#include "gui/window/question/choice_box.h"

#include <QAbstractItemView>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace treering::gui::window::question {

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
