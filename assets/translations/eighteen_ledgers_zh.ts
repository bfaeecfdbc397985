<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>Actions</name>
  <message>
   <source>&amp;Edit</source>
   <translation>编辑(&amp;E)</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>Take back the last change of the notebook</source>
   <translation>撤销笔记本的上一次更改</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>重做</translation>
  </message>
  <message>
   <source>Make the change that was taken back once more</source>
   <translation>重做刚刚撤销的更改</translation>
  </message>
  <message>
   <source>New source…</source>
   <translation>新建文献…</translation>
  </message>
  <message>
   <source>Add a source of your own to the library</source>
   <translation>在文献库中添加一份自建文献</translation>
  </message>
  <message>
   <source>Edit source…</source>
   <translation>编辑文献…</translation>
  </message>
  <message>
   <source>Change a source of your own</source>
   <translation>修改一份自建文献</translation>
  </message>
  <message>
   <source>Remove own sources</source>
   <translation>移除自建文献</translation>
  </message>
  <message>
   <source>Take the selected sources of your own out of the library</source>
   <translation>将所选的自建文献移出文献库</translation>
  </message>
  <message>
   <source>New relation…</source>
   <translation>新建关系…</translation>
  </message>
  <message>
   <source>Say what the selected source builds on, and why</source>
   <translation>说明所选文献以什么为基础，以及原因</translation>
  </message>
  <message>
   <source>Remove relation…</source>
   <translation>移除关系…</translation>
  </message>
  <message>
   <source>Take a relation of your own out of the library</source>
   <translation>将一条自建关系移出文献库</translation>
  </message>
  <message>
   <source>Unread</source>
   <translation>未读</translation>
  </message>
  <message>
   <source>Mark the selected sources as unread</source>
   <translation>将所选文献标为未读</translation>
  </message>
  <message>
   <source>Skimmed</source>
   <translation>略读</translation>
  </message>
  <message>
   <source>Mark the selected sources as skimmed</source>
   <translation>将所选文献标为略读</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>已读</translation>
  </message>
  <message>
   <source>Mark the selected sources as read</source>
   <translation>将所选文献标为已读</translation>
  </message>
  <message>
   <source>Taught</source>
   <translation>已讲授</translation>
  </message>
  <message>
   <source>Mark the selected sources as taught</source>
   <translation>将所选文献标为已讲授</translation>
  </message>
  <message>
   <source>Write a note</source>
   <translation>写笔记</translation>
  </message>
  <message>
   <source>Your own note on the source that is looked at</source>
   <translation>您对正在查看的文献的笔记</translation>
  </message>
  <message>
   <source>Tags…</source>
   <translation>标签…</translation>
  </message>
  <message>
   <source>Words of your own for the selected sources</source>
   <translation>为所选文献加上自己的标签</translation>
  </message>
  <message>
   <source>Attach PDF…</source>
   <translation>附加 PDF…</translation>
  </message>
  <message>
   <source>Remember where the PDF of the selected source is</source>
   <translation>记住所选文献的 PDF 所在位置</translation>
  </message>
  <message>
   <source>Open PDF</source>
   <translation>打开 PDF</translation>
  </message>
  <message>
   <source>Open the first attached PDF of the selected source</source>
   <translation>打开所选文献附加的第一个 PDF</translation>
  </message>
  <message>
   <source>Copy citation</source>
   <translation>复制引文</translation>
  </message>
  <message>
   <source>Authors, title, venue and address of the selected sources as text</source>
   <translation>以文本复制所选文献的作者、标题、发表处和网址</translation>
  </message>
  <message>
   <source>Copy as BibTeX</source>
   <translation>复制为 BibTeX</translation>
  </message>
  <message>
   <source>The selected sources as BibTeX entries</source>
   <translation>将所选文献复制为 BibTeX 条目</translation>
  </message>
  <message>
   <source>Copy as Markdown link</source>
   <translation>复制为 Markdown 链接</translation>
  </message>
  <message>
   <source>The selected sources as Markdown links</source>
   <translation>将所选文献复制为 Markdown 链接</translation>
  </message>
  <message>
   <source>This view as text</source>
   <translation>此视图的文字版</translation>
  </message>
  <message>
   <source>The panel that has the focus in words, shown and copied</source>
   <translation>用文字描述当前面板，显示并复制</translation>
  </message>
  <message>
   <source>&amp;File</source>
   <translation>文件(&amp;F)</translation>
  </message>
  <message>
   <source>Open…</source>
   <translation>打开…</translation>
  </message>
  <message>
   <source>A trace or a scenario for the technique to run on, or a recording to look at</source>
   <translation>供技术运行的轨迹或场景，或供观看的录制</translation>
  </message>
  <message>
   <source>Back to the built-in scenario</source>
   <translation>回到内置场景</translation>
  </message>
  <message>
   <source>Put the opened file aside: each technique shows its own day before</source>
   <translation>放下已打开的文件，每项技术恢复自己的“之前”</translation>
  </message>
  <message>
   <source>Edit scenario…</source>
   <translation>编辑场景…</translation>
  </message>
  <message>
   <source>Change model, hardware, workload or policy of the day before, and run it</source>
   <translation>修改“之前”的模型、硬件、负载或策略并运行</translation>
  </message>
  <message>
   <source>Import report…</source>
   <translation>导入报告…</translation>
  </message>
  <message>
   <source>How the opened trace was read: rows used, rows set aside and why</source>
   <translation>轨迹是如何读取的：采用的行、搁置的行及原因</translation>
  </message>
  <message>
   <source>Save scenario…</source>
   <translation>保存场景…</translation>
  </message>
  <message>
   <source>The scenario of the shown run as a TOML file that can be mailed</source>
   <translation>将当前运行的场景存为可以邮寄的 TOML 文件</translation>
  </message>
  <message>
   <source>Save recording…</source>
   <translation>保存录制…</translation>
  </message>
  <message>
   <source>The shown run as a file that can be opened again, here or on another machine</source>
   <translation>把所示运行存为文件，可在本机或别的机器上再打开</translation>
  </message>
  <message>
   <source>Export view…</source>
   <translation>导出视图…</translation>
  </message>
  <message>
   <source>One view or the whole window as PNG, SVG or PDF</source>
   <translation>将某个视图或整个窗口存为 PNG、SVG 或 PDF</translation>
  </message>
  <message>
   <source>Export ledgers…</source>
   <translation>导出账本…</translation>
  </message>
  <message>
   <source>All quantities of both runs as CSV or JSON</source>
   <translation>将两次运行的全部数值存为 CSV 或 JSON</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <source>Close the window; a run under way is stopped</source>
   <translation>关闭窗口，并停止正在进行的运行</translation>
  </message>
  <message>
   <source>&amp;Go</source>
   <translation>转到(&amp;G)</translation>
  </message>
  <message>
   <source>Command palette…</source>
   <translation>命令面板…</translation>
  </message>
  <message>
   <source>Find any command, source or ledger by typing a part of its name</source>
   <translation>键入名称的一部分，查找命令、文献或账本</translation>
  </message>
  <message>
   <source>Search sources</source>
   <translation>搜索文献</translation>
  </message>
  <message>
   <source>Type into the search field of the lineage</source>
   <translation>在谱系的搜索框中键入</translation>
  </message>
  <message>
   <source>Only sources that act on this ledger</source>
   <translation>仅显示影响该账本的文献</translation>
  </message>
  <message>
   <source>Narrow the lineage to the ledger that is looked at, or widen it again</source>
   <translation>将谱系收窄到正在查看的账本，或重新放宽</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <source>The source looked at before</source>
   <translation>之前查看的文献</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <source>The source looked at after this one</source>
   <translation>之后查看的文献</translation>
  </message>
  <message>
   <source>Previous technique</source>
   <translation>上一项技术</translation>
  </message>
  <message>
   <source>The runnable source before this one, by date</source>
   <translation>按日期的前一篇可运行文献</translation>
  </message>
  <message>
   <source>Next technique</source>
   <translation>下一项技术</translation>
  </message>
  <message>
   <source>The runnable source after this one, by date</source>
   <translation>按日期的后一篇可运行文献</translation>
  </message>
  <message>
   <source>Next panel</source>
   <translation>下一个面板</translation>
  </message>
  <message>
   <source>Move the keyboard focus to the next panel</source>
   <translation>将键盘焦点移到下一个面板</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <source>All commands and their keys on one sheet</source>
   <translation>一页列出所有命令及其按键</translation>
  </message>
  <message>
   <source>What is this view?</source>
   <translation>这个视图是什么？</translation>
  </message>
  <message>
   <source>How to read the panel that has the focus</source>
   <translation>如何阅读当前焦点所在的面板</translation>
  </message>
  <message>
   <source>How true is this?</source>
   <translation>这有多真？</translation>
  </message>
  <message>
   <source>The predicted times against measured machines, by system, model and backend</source>
   <translation>预测时间与实测机器的对比，按系统、模型和后端列出</translation>
  </message>
  <message>
   <source>Messages…</source>
   <translation>消息…</translation>
  </message>
  <message>
   <source>Everything the program has told since it was started</source>
   <translation>程序启动以来的全部消息</translation>
  </message>
  <message>
   <source>About Eighteen Ledgers</source>
   <translation>关于《十八本账》</translation>
  </message>
  <message>
   <source>Versions, evidence labels, and where the files are</source>
   <translation>版本、证据标签，以及文件的位置</translation>
  </message>
  <message>
   <source>La&amp;bs</source>
   <translation>实验室(&amp;B)</translation>
  </message>
  <message>
   <source>What is in the 80 GB?</source>
   <translation>80 GB 里装了什么？</translation>
  </message>
  <message>
   <source>Weights, state and workspace of a model on its devices, until they do not fit</source>
   <translation>模型在设备上的权重、状态与工作区，直到放不下为止</translation>
  </message>
  <message>
   <source>Slow first token, slow next token</source>
   <translation>首个 token 慢与后续 token 慢</translation>
  </message>
  <message>
   <source>Two policies on the same arrivals, and which of them keeps a contract</source>
   <translation>同样的到达、两种策略，看哪一种守得住约定</translation>
  </message>
  <message>
   <source>Longer drafts can be slower</source>
   <translation>更长的草稿可能更慢</translation>
  </message>
  <message>
   <source>What drafts gain, what they cost, and whether the output stays the target's</source>
   <translation>草稿的收益、代价，以及输出是否仍是目标模型的分布</translation>
  </message>
  <message>
   <source>After the cache hit</source>
   <translation>缓存命中之后</translation>
  </message>
  <message>
   <source>Affinity against balance on many replicas, and what a fault takes along</source>
   <translation>多副本上亲和与均衡的取舍，以及故障带走什么</translation>
  </message>
  <message>
   <source>Undo setting</source>
   <translation>撤销设置</translation>
  </message>
  <message>
   <source>Take back the last change of the lab's settings</source>
   <translation>撤回对实验设置的上一次改动</translation>
  </message>
  <message>
   <source>Redo setting</source>
   <translation>重做设置</translation>
  </message>
  <message>
   <source>Make the change of a setting once more</source>
   <translation>再次应用对设置的改动</translation>
  </message>
  <message>
   <source>Reset lab</source>
   <translation>重置实验</translation>
  </message>
  <message>
   <source>The settings of the lab's first preset</source>
   <translation>恢复实验第一个预设的设置</translation>
  </message>
  <message>
   <source>Run lab</source>
   <translation>运行实验</translation>
  </message>
  <message>
   <source>Simulate with the lab's settings</source>
   <translation>用实验的设置模拟</translation>
  </message>
  <message>
   <source>Open lab settings…</source>
   <translation>打开实验设置…</translation>
  </message>
  <message>
   <source>Settings of a lab from a file</source>
   <translation>从文件读取实验的设置</translation>
  </message>
  <message>
   <source>Save lab settings…</source>
   <translation>保存实验设置…</translation>
  </message>
  <message>
   <source>Write the lab's settings to a file, to be opened again or sent to somebody</source>
   <translation>将实验的设置写入文件，供再次打开或发送给他人</translation>
  </message>
  <message>
   <source>Copy lab link</source>
   <translation>复制实验链接</translation>
  </message>
  <message>
   <source>Put a link to the lab's settings on the clipboard</source>
   <translation>将指向实验设置的链接放到剪贴板</translation>
  </message>
  <message>
   <source>Paste lab link</source>
   <translation>粘贴实验链接</translation>
  </message>
  <message>
   <source>Show the lab that a link on the clipboard leads to</source>
   <translation>显示剪贴板中链接所指的实验</translation>
  </message>
  <message>
   <source>Save lab picture…</source>
   <translation>保存实验图片…</translation>
  </message>
  <message>
   <source>Write the lab's pictures as PNG, SVG or PDF</source>
   <translation>将实验的图写为 PNG、SVG 或 PDF</translation>
  </message>
  <message>
   <source>Save lab data…</source>
   <translation>保存实验数据…</translation>
  </message>
  <message>
   <source>Write what the lab's pictures show as a table</source>
   <translation>将实验图中的内容写为表格</translation>
  </message>
  <message>
   <source>Lab to the clock</source>
   <translation>实验送往时钟</translation>
  </message>
  <message>
   <source>Run the lab's settings as a scenario, on page table and request clock</source>
   <translation>将实验的设置作为场景运行，显示在页表与请求时钟上</translation>
  </message>
  <message>
   <source>Lab to the ledgers</source>
   <translation>实验送往账本</translation>
  </message>
  <message>
   <source>Compare the lab's settings with the same scenario without the choice</source>
   <translation>将实验的设置与未作该选择的同一场景比较</translation>
  </message>
  <message>
   <source>&amp;Library</source>
   <translation>文献库(&amp;L)</translation>
  </message>
  <message>
   <source>Show neighbours</source>
   <translation>显示周边文献</translation>
  </message>
  <message>
   <source>Works around the 62 sources in map, timeline and table too</source>
   <translation>在地图、时间线和表格中也显示 62 篇文献周边的工作</translation>
  </message>
  <message>
   <source>Show all sources</source>
   <translation>显示全部文献</translation>
  </message>
  <message>
   <source>Take every filter away</source>
   <translation>去掉所有筛选条件</translation>
  </message>
  <message>
   <source>Ancestors and descendants</source>
   <translation>祖先与后代</translation>
  </message>
  <message>
   <source>Light up what the source builds on and what builds on it</source>
   <translation>突出显示该文献的基础，以及以它为基础的文献</translation>
  </message>
  <message>
   <source>Only ancestors</source>
   <translation>仅祖先</translation>
  </message>
  <message>
   <source>Light up what the source builds on</source>
   <translation>突出显示该文献的基础</translation>
  </message>
  <message>
   <source>Only descendants</source>
   <translation>仅后代</translation>
  </message>
  <message>
   <source>Light up what builds on the source</source>
   <translation>突出显示以该文献为基础的文献</translation>
  </message>
  <message>
   <source>One step more</source>
   <translation>多一步</translation>
  </message>
  <message>
   <source>Light up kin that is one step further away</source>
   <translation>突出显示再远一步的亲缘文献</translation>
  </message>
  <message>
   <source>One step less</source>
   <translation>少一步</translation>
  </message>
  <message>
   <source>Light up only kin that is one step nearer</source>
   <translation>仅突出显示近一步以内的亲缘文献</translation>
  </message>
  <message>
   <source>Paths between two sources</source>
   <translation>两篇文献之间的路径</translation>
  </message>
  <message>
   <source>All shortest paths between the two selected sources, on the map</source>
   <translation>在地图上显示所选两篇文献之间的全部最短路径</translation>
  </message>
  <message>
   <source>Main path of the field</source>
   <translation>领域主路径</translation>
  </message>
  <message>
   <source>The path that most lines of descent run through, on the map</source>
   <translation>在地图上显示最多传承线经过的路径</translation>
  </message>
  <message>
   <source>Path to Kimi K3</source>
   <translation>通往 Kimi K3 的路径</translation>
  </message>
  <message>
   <source>The main line of descent that ends at Kimi K3</source>
   <translation>终点为 Kimi K3 的主传承线</translation>
  </message>
  <message>
   <source>Path to DeepSeek-V4</source>
   <translation>通往 DeepSeek-V4 的路径</translation>
  </message>
  <message>
   <source>The main line of descent that ends at DeepSeek-V4</source>
   <translation>终点为 DeepSeek-V4 的主传承线</translation>
  </message>
  <message>
   <source>No path</source>
   <translation>不显示路径</translation>
  </message>
  <message>
   <source>Take the shown paths off the map</source>
   <translation>从地图上去掉显示的路径</translation>
  </message>
  <message>
   <source>Play path</source>
   <translation>播放路径</translation>
  </message>
  <message>
   <source>Let the engine adopt the techniques of the path one after another</source>
   <translation>让引擎依次采用路径上的技术</translation>
  </message>
  <message>
   <source>Compare two sources</source>
   <translation>比较两篇文献</translation>
  </message>
  <message>
   <source>The two selected sources side by side</source>
   <translation>并排显示所选的两篇文献</translation>
  </message>
  <message>
   <source>Save path…</source>
   <translation>保存路径…</translation>
  </message>
  <message>
   <source>Keep the shown path in the notebook under a name</source>
   <translation>将显示的路径命名后存入笔记本</translation>
  </message>
  <message>
   <source>Save scenario in the notebook…</source>
   <translation>将场景存入笔记本…</translation>
  </message>
  <message>
   <source>Keep the scenario of the shown run in the notebook under a name</source>
   <translation>将当前运行的场景命名后存入笔记本</translation>
  </message>
  <message>
   <source>Saved paths and scenarios…</source>
   <translation>已保存的路径和场景…</translation>
  </message>
  <message>
   <source>Show or remove what was saved in the notebook</source>
   <translation>显示或移除笔记本中保存的内容</translation>
  </message>
  <message>
   <source>Import sources…</source>
   <translation>导入文献…</translation>
  </message>
  <message>
   <source>BibTeX, RIS, CSL-JSON or CSV, with a preview before anything is taken</source>
   <translation>BibTeX、RIS、CSL-JSON 或 CSV，导入前先预览</translation>
  </message>
  <message>
   <source>Export sources…</source>
   <translation>导出文献…</translation>
  </message>
  <message>
   <source>Selected or all sources as BibTeX, RIS, CSL-JSON, CSV, GraphML or edge list</source>
   <translation>将所选或全部文献导出为 BibTeX、RIS、CSL-JSON、CSV、GraphML 或边列表</translation>
  </message>
  <message>
   <source>Export path table…</source>
   <translation>导出路径表…</translation>
  </message>
  <message>
   <source>Eighteen ledgers by steps of the played path as CSV, JSON or Markdown</source>
   <translation>将已播放路径各步的十八本账导出为 CSV、JSON 或 Markdown</translation>
  </message>
  <message>
   <source>Open arXiv page</source>
   <translation>打开 arXiv 页面</translation>
  </message>
  <message>
   <source>Of the selected source, in the browser</source>
   <translation>在浏览器中打开所选文献的页面</translation>
  </message>
  <message>
   <source>Open DOI</source>
   <translation>打开 DOI</translation>
  </message>
  <message>
   <source>The published version of the selected source, in the browser</source>
   <translation>在浏览器中打开所选文献的正式版本</translation>
  </message>
  <message>
   <source>Open repository</source>
   <translation>打开代码仓库</translation>
  </message>
  <message>
   <source>The code of the selected source, in the browser</source>
   <translation>在浏览器中打开所选文献的代码</translation>
  </message>
  <message>
   <source>&amp;Playback</source>
   <translation>播放(&amp;P)</translation>
  </message>
  <message>
   <source>Play or pause</source>
   <translation>播放或暂停</translation>
  </message>
  <message>
   <source>Let the simulated time run, or hold it</source>
   <translation>让模拟时间前进，或停住</translation>
  </message>
  <message>
   <source>Step forward</source>
   <translation>前进一步</translation>
  </message>
  <message>
   <source>To the next event</source>
   <translation>到下一个事件</translation>
  </message>
  <message>
   <source>Step back</source>
   <translation>后退一步</translation>
  </message>
  <message>
   <source>To the event before</source>
   <translation>到上一个事件</translation>
  </message>
  <message>
   <source>To the start</source>
   <translation>到开头</translation>
  </message>
  <message>
   <source>Time zero: the first arrival</source>
   <translation>零时刻：第一个请求到达</translation>
  </message>
  <message>
   <source>To the end</source>
   <translation>到结尾</translation>
  </message>
  <message>
   <source>The last event of the run</source>
   <translation>运行的最后一个事件</translation>
  </message>
  <message>
   <source>Faster</source>
   <translation>加快</translation>
  </message>
  <message>
   <source>Twice the simulated time per second</source>
   <translation>每秒的模拟时间加倍</translation>
  </message>
  <message>
   <source>Slower</source>
   <translation>减慢</translation>
  </message>
  <message>
   <source>Half the simulated time per second</source>
   <translation>每秒的模拟时间减半</translation>
  </message>
  <message>
   <source>Loop</source>
   <translation>循环</translation>
  </message>
  <message>
   <source>Start again at the end of the run</source>
   <translation>到结尾后从头再来</translation>
  </message>
  <message>
   <source>Run again</source>
   <translation>重新运行</translation>
  </message>
  <message>
   <source>Simulate day before and day after once more</source>
   <translation>再次模拟“之前”与“之后”</translation>
  </message>
  <message>
   <source>Cancel run</source>
   <translation>取消运行</translation>
  </message>
  <message>
   <source>Stop the simulation under way; what was shown stays</source>
   <translation>停止正在进行的模拟；已显示的内容保留</translation>
  </message>
  <message>
   <source>&amp;Scenarios</source>
   <translation>场景(&amp;S)</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <source>Day before</source>
   <translation>之前</translation>
  </message>
  <message>
   <source>The run without the technique</source>
   <translation>没有该技术的运行</translation>
  </message>
  <message>
   <source>Day after</source>
   <translation>之后</translation>
  </message>
  <message>
   <source>The run with the technique</source>
   <translation>采用该技术的运行</translation>
  </message>
  <message>
   <source>Side by side</source>
   <translation>并排</translation>
  </message>
  <message>
   <source>Both runs under one playhead</source>
   <translation>两次运行共用一个播放头</translation>
  </message>
  <message>
   <source>Page table and clock</source>
   <translation>页表与时钟</translation>
  </message>
  <message>
   <source>Memory above, requests over time below</source>
   <translation>上方是内存，下方是随时间展开的请求</translation>
  </message>
  <message>
   <source>Clock</source>
   <translation>时钟</translation>
  </message>
  <message>
   <source>Experiment</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>The technique's own numerical experiment</source>
   <translation>该技术自己的数值实验</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>地图</translation>
  </message>
  <message>
   <source>The sources over time in lanes, with what builds on what</source>
   <translation>文献按时间分泳道排列，并显示传承关系</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>表格</translation>
  </message>
  <message>
   <source>The sources as a table that can be sorted</source>
   <translation>可排序的文献表格</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>The eighteen ledgers while techniques are adopted one after another</source>
   <translation>依次采用各项技术时的十八本账</translation>
  </message>
  <message>
   <source>Two sources</source>
   <translation>两篇文献</translation>
  </message>
  <message>
   <source>Two sources side by side</source>
   <translation>并排显示两篇文献</translation>
  </message>
  <message>
   <source>Pair</source>
   <translation>对照</translation>
  </message>
  <message>
   <source>Labs</source>
   <translation>实验室</translation>
  </message>
  <message>
   <source>Four serving systems to break with your own hands</source>
   <translation>四套可以亲手弄坏的推理服务系统</translation>
  </message>
  <message>
   <source>Audit</source>
   <translation>审计</translation>
  </message>
  <message>
   <source>Fourteen questions for any claim of X times faster</source>
   <translation>对任何“快 X 倍”的说法提出十四个问题</translation>
  </message>
  <message>
   <source>Page history</source>
   <translation>页的历史</translation>
  </message>
  <message>
   <source>All pages over all time, in place of the pages now</source>
   <translation>显示所有页的全程，而不是此刻的页</translation>
  </message>
  <message>
   <source>Legends</source>
   <translation>图例</translation>
  </message>
  <message>
   <source>Show or hide the legends under page table and clock</source>
   <translation>显示或隐藏页表与时钟下方的图例</translation>
  </message>
  <message>
   <source>Light or dark</source>
   <translation>浅色或深色</translation>
  </message>
  <message>
   <source>Switch between the light and the dark theme</source>
   <translation>在浅色与深色主题之间切换</translation>
  </message>
  <message>
   <source>English or 中文</source>
   <translation>English 或 中文</translation>
  </message>
  <message>
   <source>Switch the language of the interface</source>
   <translation>切换界面语言</translation>
  </message>
  <message>
   <source>Larger</source>
   <translation>放大</translation>
  </message>
  <message>
   <source>Larger text, for a lecture hall</source>
   <translation>放大文字，适合讲堂</translation>
  </message>
  <message>
   <source>Smaller</source>
   <translation>缩小</translation>
  </message>
  <message>
   <source>Smaller text</source>
   <translation>缩小文字</translation>
  </message>
  <message>
   <source>Normal size</source>
   <translation>正常大小</translation>
  </message>
  <message>
   <source>Text as large as on the desktop</source>
   <translation>文字与桌面一样大</translation>
  </message>
  <message>
   <source>Full screen</source>
   <translation>全屏</translation>
  </message>
  <message>
   <source>Cover the whole screen, or no longer</source>
   <translation>占满整个屏幕，或恢复</translation>
  </message>
  <message>
   <source>Reset layout</source>
   <translation>重置布局</translation>
  </message>
  <message>
   <source>Panels and sizes as on the first start; settings and notes stay</source>
   <translation>面板与大小恢复初始状态；设置和笔记保留</translation>
  </message>
  <message>
   <source>Prefill/decode split</source>
   <translation>预填充/解码分离</translation>
  </message>
  <message>
   <source>Two prefill and two decode engines, and the state that travels between them</source>
   <translation>两个预填充引擎和两个解码引擎，以及在它们之间传送的状态</translation>
  </message>
  <message>
   <source>Fleet of four with prefix affinity</source>
   <translation>四引擎机群，前缀亲和</translation>
  </message>
  <message>
   <source>Requests go where their beginning has been seen, unless that engine is too busy</source>
   <translation>请求去往见过其开头的引擎，除非它太忙</translation>
  </message>
  <message>
   <source>Kimi K3: two kinds of state</source>
   <translation>Kimi K3：两种状态</translation>
  </message>
  <message>
   <source>Recurrent state and compressed attention state, with page sizes of their own</source>
   <translation>循环状态与压缩的注意力状态，各有自己的页大小</translation>
  </message>
  <message>
   <source>A worker dies</source>
   <translation>一个工作进程停机</translation>
  </message>
  <message>
   <source>One of three engines is lost for some seconds, and its requests are retried</source>
   <translation>三个引擎之一停机数秒，它的请求在别处重试</translation>
  </message>
  <message>
   <source>Fleet of eight under bursts</source>
   <translation>八引擎机群，突发负载</translation>
  </message>
  <message>
   <source>Eight engines and bursts of requests, sent to the less loaded of two</source>
   <translation>八个引擎与突发请求，发往两者中负载较轻的一个</translation>
  </message>
  <message>
   <source>An engine changes its role</source>
   <translation>引擎改变角色</translation>
  </message>
  <message>
   <source>One of three prefill engines drains and becomes a decode engine</source>
   <translation>三个预填充引擎中的一个排空后转为解码引擎</translation>
  </message>
  <message>
   <source>Live migration</source>
   <translation>在线迁移</translation>
  </message>
  <message>
   <source>Affinity crowds one engine; running requests leave it for the other, decoding on the way</source>
   <translation>亲和性使一个引擎拥挤；运行中的请求边解码边迁往另一个引擎</translation>
  </message>
  <message>
   <source>A store of pages for all engines</source>
   <translation>所有引擎共享的页存储</translation>
  </message>
  <message>
   <source>What one engine has computed, the others fetch over the link</source>
   <translation>一个引擎算出的内容，其他引擎经链路取用</translation>
  </message>
  <message>
   <source>Wide expert parallelism</source>
   <translation>大规模专家并行</translation>
  </message>
  <message>
   <source>DeepSeek-V3 on sixteen devices: attention replicas, one expert group, redundant hot experts</source>
   <translation>十六个设备上的 DeepSeek-V3：注意力副本、一个专家组、冗余的热门专家</translation>
  </message>
  <message>
   <source>Pipeline of two nodes</source>
   <translation>两个节点的流水线</translation>
  </message>
  <message>
   <source>Llama 3.1 405B: heads split inside a node, layers between two nodes, and the bubble between them</source>
   <translation>Llama 3.1 405B：节点内切分注意力头，两个节点之间切分层，中间留下气泡</translation>
  </message>
  <message>
   <source>Swapping to host memory</source>
   <translation>换出到主机内存</translation>
  </message>
  <message>
   <source>Too few pages: preempted requests leave for host memory and come back</source>
   <translation>页不够：被抢占的请求换出到主机内存再换回</translation>
  </message>
  <message>
   <source>Slower memory</source>
   <translation>更慢的内存</translation>
  </message>
  <message>
   <source>Dropped pages go to host memory and disk, and come back as hits at the price of the links</source>
   <translation>被丢弃的页转到主机内存和磁盘，再以命中的形式取回，代价是链路传输</translation>
  </message>
  <message>
   <source>Sliding windows</source>
   <translation>滑动窗口</translation>
  </message>
  <message>
   <source>Every layer reads the newest 4,096 tokens: old pages are free while their request still runs</source>
   <translation>每一层只读最新的 4,096 个词元：请求还在运行，旧页就已释放</translation>
  </message>
  <message>
   <source>Decode first</source>
   <translation>解码优先</translation>
  </message>
  <message>
   <source>No prompt delays an answer that is being written; new requests pay with waiting</source>
   <translation>提示不会拖慢正在生成的回答，代价是新请求要等待</translation>
  </message>
  <message>
   <source>Feedback queue</source>
   <translation>反馈队列</translation>
  </message>
  <message>
   <source>Long answers sink from level to level and pause, so that short ones come first</source>
   <translation>长回答逐级下沉并暂停，让短回答先完成</translation>
  </message>
  <message>
   <source>Deadlines by class</source>
   <translation>按级别的期限</translation>
  </message>
  <message>
   <source>Three classes of requests, served by urgency, each with a deadline</source>
   <translation>三个级别的请求按紧急程度服务，各有期限</translation>
  </message>
  <message>
   <source>Early rejection</source>
   <translation>提前拒绝</translation>
  </message>
  <message>
   <source>Overload: whoever would get the first token too late is turned away on arrival</source>
   <translation>过载时，首个 token 会太晚的请求在到达时就被拒绝</translation>
  </message>
  <message>
   <source>A draft model</source>
   <translation>草稿模型</translation>
  </message>
  <message>
   <source>A 1B model drafts for a 70B model, with weights and state of its own</source>
   <translation>1B 模型为 70B 模型起草，自带权重与状态</translation>
  </message>
  <message>
   <source>A tree of drafts</source>
   <translation>草稿树</translation>
  </message>
  <message>
   <source>Twenty drafts in one pass, of which the longest accepted path is kept</source>
   <translation>一次前向验证二十个草稿，保留被接受的最长路径</translation>
  </message>
  <message>
   <source>Drafts and recurrent state</source>
   <translation>草稿与循环状态</translation>
  </message>
  <message>
   <source>What a rejected draft costs when its state cannot be counted back</source>
   <translation>状态无法回退时，被拒绝的草稿要付出什么</translation>
  </message>
  <message>
   <source>Coding agents</source>
   <translation>编程智能体</translation>
  </message>
  <message>
   <source>Loops of calls and tools, each prompt holding everything before it</source>
   <translation>调用与工具的循环，每个提示都包含之前的全部内容</translation>
  </message>
  <message>
   <source>Users who wait</source>
   <translation>等待答复的用户</translation>
  </message>
  <message>
   <source>A closed loop: the next request is sent some seconds after the answer</source>
   <translation>闭环：收到答复几秒之后才发出下一个请求</translation>
  </message>
  <message>
   <source>Bursts from four tenants</source>
   <translation>四个租户的突发请求</translation>
  </message>
  <message>
   <source>One system prompt, but pages of its own for every tenant, and bursts fill them</source>
   <translation>同一系统提示，但每个租户各有自己的页，突发负载把页填满</translation>
  </message>
 </context>
 <context>
  <name>AnswerForm</name>
  <message>
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Evidence</source>
   <translation>证据</translation>
  </message>
  <message>
   <source>Answer</source>
   <translation>回答</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>理由</translation>
  </message>
  <message>
   <source>Consequence</source>
   <translation>后果</translation>
  </message>
  <message>
   <source>none</source>
   <translation>无</translation>
  </message>
 </context>
 <context>
  <name>Atlas</name>
  <message>
   <source>no date</source>
   <translation>无日期</translation>
  </message>
  <message>
   <source>No ledger</source>
   <translation>未归入账本</translation>
  </message>
  <message>
   <source>No family</source>
   <translation>未归入族</translation>
  </message>
  <message>
   <source>Not stated</source>
   <translation>未说明</translation>
  </message>
  <message>
   <source>Others</source>
   <translation>其他</translation>
  </message>
  <message>
   <source>can be run</source>
   <translation>可运行</translation>
  </message>
  <message>
   <source>The engine can run its technique.</source>
   <translation>引擎可以运行它的技术。</translation>
  </message>
  <message>
   <source>Near the 62, not of them.</source>
   <translation>在 62 篇周边，但不属于其中。</translation>
  </message>
  <message>
   <source>You brought it.</source>
   <translation>由您添加。</translation>
  </message>
  <message>
   <source>builds on</source>
   <translation>建立于</translation>
  </message>
  <message>
   <source>What the selected source builds on.</source>
   <translation>所选文献建立在什么之上。</translation>
  </message>
  <message>
   <source>led to</source>
   <translation>引出</translation>
  </message>
  <message>
   <source>What builds on the selected source.</source>
   <translation>哪些文献建立在所选文献之上。</translation>
  </message>
  <message>
   <source>our reading</source>
   <translation>我们的解读</translation>
  </message>
  <message>
   <source>No source says so: we read it so.</source>
   <translation>没有文献这样说明，是我们的解读。</translation>
  </message>
  <message>
   <source>path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>The numbers count its steps.</source>
   <translation>数字表示第几步。</translation>
  </message>
  <message>
   <source>filtered out</source>
   <translation>被筛除</translation>
  </message>
  <message>
   <source>The filter leaves it out; its place stays.</source>
   <translation>被筛选排除，位置保留不变。</translation>
  </message>
  <message>
   <source>service and cost</source>
   <translation>服务与成本</translation>
  </message>
  <message>
   <source>memory</source>
   <translation>内存</translation>
  </message>
  <message>
   <source>computing</source>
   <translation>计算</translation>
  </message>
  <message>
   <source>many machines</source>
   <translation>多机</translation>
  </message>
  <message>
   <source>not checked</source>
   <translation>未核对</translation>
  </message>
  <message>
   <source>ledger: {0}</source>
   <translation>账本：{0}</translation>
  </message>
  <message>
   <source>left out by the filter</source>
   <translation>被筛选排除</translation>
  </message>
  <message>
   <source>1 ancestor</source>
   <translation>1 个祖先</translation>
  </message>
  <message>
   <source>1 descendant</source>
   <translation>1 个后代</translation>
  </message>
  <message>
   <source>{0} ancestors</source>
   <translation>{0} 个祖先</translation>
  </message>
  <message>
   <source>{0} descendants</source>
   <translation>{0} 个后代</translation>
  </message>
  <message>
   <source>{0} of {1} ancestors within 1 step</source>
   <translation>1 步以内的祖先：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} descendants within 1 step</source>
   <translation>1 步以内的后代：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} ancestors within {2} steps</source>
   <translation>{2} 步以内的祖先：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} descendants within {2} steps</source>
   <translation>{2} 步以内的后代：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} ancestors</source>
   <translation>祖先：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} descendants</source>
   <translation>后代：{0} / {1}</translation>
  </message>
  <message>
   <source>{0} of {1} sources pass the filter</source>
   <translation>{1} 篇文献中有 {0} 篇符合筛选</translation>
  </message>
  <message>
   <source>1 source</source>
   <translation>1 篇文献</translation>
  </message>
  <message>
   <source>{0} sources</source>
   <translation>{0} 篇文献</translation>
  </message>
  <message>
   <source>{0}, {1} edges</source>
   <translation>{0}，{1} 条边</translation>
  </message>
  <message>
   <source>The map is empty.</source>
   <translation>地图是空的。</translation>
  </message>
  <message>
   <source>A map of {0}, {1} edges between them.</source>
   <translation>地图上有 {0}，之间有 {1} 条边。</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>{0} paths in all.</source>
   <translation>共 {0} 条路径。</translation>
  </message>
  <message>
   <source>Selected: {0} ({1}).</source>
   <translation>已选：{0}（{1}）。</translation>
  </message>
  <message>
   <source>Chosen together: {0}.</source>
   <translation>同时选中：{0}。</translation>
  </message>
 </context>
 <context>
  <name>AtlasBar</name>
  <message>
   <source>all</source>
   <translation>全部</translation>
  </message>
  <message>
   <source>all steps</source>
   <translation>所有步数</translation>
  </message>
  <message>
   <source>1 step</source>
   <translation>1 步</translation>
  </message>
  <message>
   <source>{0} steps</source>
   <translation>{0} 步</translation>
  </message>
  <message>
   <source>Lanes: ledger</source>
   <translation>泳道：账本</translation>
  </message>
  <message>
   <source>Lanes: family</source>
   <translation>泳道：技术族</translation>
  </message>
  <message>
   <source>Lanes: organisation</source>
   <translation>泳道：机构</translation>
  </message>
  <message>
   <source>Lanes</source>
   <translation>泳道</translation>
  </message>
  <message>
   <source>What the lanes of the map stand for</source>
   <translation>地图的泳道代表什么</translation>
  </message>
  <message>
   <source>◀ Ancestors</source>
   <translation>◀ 祖先</translation>
  </message>
  <message>
   <source>Follow what the selected source builds on</source>
   <translation>追溯所选文献建立在什么之上</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>双向</translation>
  </message>
  <message>
   <source>Follow the lineage both ways</source>
   <translation>沿谱系双向追踪</translation>
  </message>
  <message>
   <source>Descendants ▶</source>
   <translation>后代 ▶</translation>
  </message>
  <message>
   <source>Follow what the selected source led to</source>
   <translation>追踪所选文献引出了什么</translation>
  </message>
  <message>
   <source>Steps</source>
   <translation>步数</translation>
  </message>
  <message>
   <source>Steps to follow</source>
   <translation>追踪的步数</translation>
  </message>
  <message>
   <source>How many steps away kin still stands out</source>
   <translation>突出显示多少步以内的祖先与后代</translation>
  </message>
  <message>
   <source>Neighbours</source>
   <translation>周边文献</translation>
  </message>
  <message>
   <source>Also show the sources around the 62</source>
   <translation>同时显示 62 篇周围的文献</translation>
  </message>
  <message>
   <source>Zoom out (−)</source>
   <translation>缩小（−）</translation>
  </message>
  <message>
   <source>Zoom in (+)</source>
   <translation>放大（+）</translation>
  </message>
  <message>
   <source>The whole map (0)</source>
   <translation>整张地图（0）</translation>
  </message>
 </context>
 <context>
  <name>AtlasStrip</name>
  <message>
   <source>way {0} of {1} (↑ ↓)</source>
   <translation>第 {0} / {1} 条路（↑ ↓）</translation>
  </message>
  <message>
   <source>P: path between {0} and {1}</source>
   <translation>P：{0} 与 {1} 之间的路径</translation>
  </message>
  <message>
   <source>{0} chosen. Shift+click or Space adds another, Esc lets go.</source>
   <translation>已选中 {0} 篇。Shift+单击或空格键再加一篇，Esc 放开。</translation>
  </message>
  <message>
   <source>← what it builds on, → what it led to. Shift+click or Space chooses several.</source>
   <translation>← 建立在什么之上，→ 引出了什么。Shift+单击或空格键可选多篇。</translation>
  </message>
  <message>
   <source>Click a source, or walk with the arrow keys.</source>
   <translation>单击一篇文献，或用方向键行走。</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>and {0} more as short</source>
   <translation>另有 {0} 条同样短</translation>
  </message>
 </context>
 <context>
  <name>AtlasView</name>
  <message>
   <source>Map of the library</source>
   <translation>文献地图</translation>
  </message>
  <message>
   <source>Sources by date and lane, and the edges between them.</source>
   <translation>按日期和泳道排列的文献，以及它们之间的边。</translation>
  </message>
  <message>
   <source>Map: arrows walk along edges, Space chooses, P asks for a path</source>
   <translation>地图：方向键沿边行走，空格键选择，P 查找路径</translation>
  </message>
  <message>
   <source>No sources</source>
   <translation>没有文献</translation>
  </message>
  <message>
   <source>The library is being read, or it holds nothing.</source>
   <translation>文献库正在读取，或其中没有内容。</translation>
  </message>
 </context>
 <context>
  <name>AuditBar</name>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Try it</source>
   <translation>试一试</translation>
  </message>
  <message>
   <source>Run both sides of the claim here, with its conditions as far as the engine knows them</source>
   <translation>在这里运行主张的两边，条件尽引擎所知对齐</translation>
  </message>
  <message>
   <source>The engine has no run of this kind: {0}</source>
   <translation>引擎没有这一类的运行：{0}</translation>
  </message>
  <message>
   <source>Free claim</source>
   <translation>自拟主张</translation>
  </message>
  <message>
   <source>Audit a claim that stands in no library</source>
   <translation>审计不在文献库里的主张</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>重做</translation>
  </message>
  <message>
   <source>Open …</source>
   <translation>打开…</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>Report as PDF …</source>
   <translation>报告存为 PDF…</translation>
  </message>
  <message>
   <source>Report as Markdown …</source>
   <translation>报告存为 Markdown…</translation>
  </message>
  <message>
   <source>Report as JSON …</source>
   <translation>报告存为 JSON…</translation>
  </message>
  <message>
   <source>Audit, to open again …</source>
   <translation>审计存档，以便再次打开…</translation>
  </message>
  <message>
   <source>Progress of the trial</source>
   <translation>试运行进度</translation>
  </message>
 </context>
 <context>
  <name>AuditDesk</name>
  <message>
   <source>Open audit</source>
   <translation>打开审计</translation>
  </message>
  <message>
   <source>Audits</source>
   <translation>审计文件</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
  <message>
   <source>The audit cannot be opened: {0}</source>
   <translation>无法打开审计：{0}</translation>
  </message>
  <message>
   <source>Save audit</source>
   <translation>保存审计</translation>
  </message>
 </context>
 <context>
  <name>AuditPane</name>
  <message>
   <source>The engine has no run of the kind that this claim is about.</source>
   <translation>引擎没有与该说法同类的运行。</translation>
  </message>
 </context>
 <context>
  <name>AuditView</name>
  <message>
   <source>Audit of a claim</source>
   <translation>对一条主张的审计</translation>
  </message>
  <message>
   <source>Report of the audit</source>
   <translation>审计报告</translation>
  </message>
 </context>
 <context>
  <name>BarPlot</name>
  <message>
   <source>bar</source>
   <translation>条</translation>
  </message>
 </context>
 <context>
  <name>BatchPage</name>
  <message>
   <source>batch size</source>
   <translation>批大小</translation>
  </message>
  <message>
   <source>Speed-up over the batch size</source>
   <translation>加速比随批大小变化</translation>
  </message>
  <message>
   <source>{0} tokens ahead</source>
   <translation>前瞻 {0} 个 token</translation>
  </message>
  <message>
   <source>best length at each batch size</source>
   <translation>各批大小下的最佳长度</translation>
  </message>
  <message>
   <source>There is no room for even one request.</source>
   <translation>连一个请求都放不下。</translation>
  </message>
  <message>
   <source>speed-up</source>
   <translation>加速比</translation>
  </message>
  <message>
   <source>slower than without drafts</source>
   <translation>比不用草稿更慢</translation>
  </message>
  <message>
   <source>What a step costs, in plain steps of the same batch</source>
   <translation>一步的成本，以同批的普通步计</translation>
  </message>
  <message>
   <source>whole step</source>
   <translation>整步</translation>
  </message>
  <message>
   <source>verification</source>
   <translation>验证</translation>
  </message>
  <message>
   <source>drafting</source>
   <translation>起草</translation>
  </message>
  <message>
   <source>running accepted tokens again</source>
   <translation>已接受 token 重跑</translation>
  </message>
  <message>
   <source>it yields {0} tokens: above this drafts lose</source>
   <translation>产出 {0} 个 token：高于此线草稿就亏</translation>
  </message>
  <message>
   <source>plain steps</source>
   <translation>普通步</translation>
  </message>
  <message>
   <source>now</source>
   <translation>当前</translation>
  </message>
  <message>
   <source>From batch size {0} on every draft loses.</source>
   <translation>批大小从 {0} 起，任何草稿都亏。</translation>
  </message>
 </context>
 <context>
  <name>CapacityLab</name>
  <message>
   <source>Model and requests</source>
   <translation>模型与请求</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>KV heads (0: the card's)</source>
   <translation>KV 头数（0：沿用模型卡）</translation>
  </message>
  <message>
   <source>What turns multi-head into grouped or multi-query attention.</source>
   <translation>多头注意力由此变为分组或多查询注意力。</translation>
  </message>
  <message>
   <source>Context</source>
   <translation>上下文</translation>
  </message>
  <message>
   <source>Requests at once</source>
   <translation>同时请求数</translation>
  </message>
  <message>
   <source>Per engine.</source>
   <translation>每个引擎。</translation>
  </message>
  <message>
   <source>Shared prefix</source>
   <translation>共享前缀</translation>
  </message>
  <message>
   <source>Tokens that all requests begin with; whole pages of them are kept once.</source>
   <translation>所有请求共同的开头 token；其中的整页只保存一份。</translation>
  </message>
  <message>
   <source>Devices</source>
   <translation>设备</translation>
  </message>
  <message>
   <source>Tensor parallel</source>
   <translation>张量并行</translation>
  </message>
  <message>
   <source>Devices that split the heads of an attention replica.</source>
   <translation>分摊一个注意力副本各头的设备数。</translation>
  </message>
  <message>
   <source>Pipeline parallel</source>
   <translation>流水线并行</translation>
  </message>
  <message>
   <source>Stages, each with its part of the layers.</source>
   <translation>流水级数，每级各持一部分层。</translation>
  </message>
  <message>
   <source>Data parallel</source>
   <translation>数据并行</translation>
  </message>
  <message>
   <source>Attention replicas inside an engine, each with its requests.</source>
   <translation>引擎内的注意力副本数，各自服务自己的请求。</translation>
  </message>
  <message>
   <source>Context parallel</source>
   <translation>上下文并行</translation>
  </message>
  <message>
   <source>Devices that split the tokens of a request's state.</source>
   <translation>分摊一个请求状态中各 token 的设备数。</translation>
  </message>
  <message>
   <source>Expert parallel</source>
   <translation>专家并行</translation>
  </message>
  <message>
   <source>Groups of devices that split the routed experts.</source>
   <translation>分摊路由专家的设备组数。</translation>
  </message>
  <message>
   <source>Device</source>
   <translation>设备</translation>
  </message>
  <message>
   <source>Engines</source>
   <translation>引擎数</translation>
  </message>
  <message>
   <source>Copies of all this, each on its devices.</source>
   <translation>上述配置的份数，各用各的设备。</translation>
  </message>
  <message>
   <source>Memory to be used</source>
   <translation>可用显存比例</translation>
  </message>
  <message>
   <source>Bits</source>
   <translation>位宽</translation>
  </message>
  <message>
   <source>Activations and communication</source>
   <translation>激活与通信</translation>
  </message>
  <message>
   <source>What devices send each other; the workspace is counted at 16 bits.</source>
   <translation>设备之间传送的数据；工作区按 16 位计。</translation>
  </message>
  <message>
   <source>State as the model's engine stores it</source>
   <translation>按模型自身引擎的格式存储状态</translation>
  </message>
  <message>
   <source>Records of low-bit numbers with their scales, as known for this model.</source>
   <translation>低位数与其缩放因子组成的记录，以该模型已知的格式为准。</translation>
  </message>
  <message>
   <source>Experts (0: as weights)</source>
   <translation>专家（0：同权重）</translation>
  </message>
  <message>
   <source>Routed experts: 4.25 is MXFP4 with its scales.</source>
   <translation>路由专家：4.25 即 MXFP4 连同缩放因子。</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Scales of weights</source>
   <translation>权重的缩放因子</translation>
  </message>
  <message>
   <source>Scales of state</source>
   <translation>状态的缩放因子</translation>
  </message>
  <message>
   <source>Scales and zero points, spread over the elements: MXFP4 0.25, NVFP4 0.5, 16 bits per 128 0.125.</source>
   <translation>缩放因子与零点摊到每个元素：MXFP4 为 0.25，NVFP4 为 0.5，每 128 个元素 16 位为 0.125。</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>显存</translation>
  </message>
  <message>
   <source>in pages</source>
   <translation>分页</translation>
  </message>
  <message>
   <source>reserved in one piece</source>
   <translation>整段预留</translation>
  </message>
  <message>
   <source>State lies</source>
   <translation>状态存放</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>页</translation>
  </message>
  <message>
   <source>Reserved at least</source>
   <translation>至少预留</translation>
  </message>
  <message>
   <source>What a request may grow to; a reservation is made for it.</source>
   <translation>请求可能长到的长度；预留按此进行。</translation>
  </message>
  <message>
   <source>Tokens per iteration</source>
   <translation>每次迭代的 token 数</translation>
  </message>
  <message>
   <source>The largest chunk: activations and dispatch buffers grow with it.</source>
   <translation>最大的块：激活与分发缓冲随之增长。</translation>
  </message>
  <message>
   <source>Other architectures, at the same context and bits</source>
   <translation>其他架构（相同上下文与位宽）</translation>
  </message>
  <message>
   <source>Requests are counted as if spread evenly over the {0} attention replicas.</source>
   <translation>请求按均匀分布在 {0} 个注意力副本上计算。</translation>
  </message>
  <message>
   <source>The shared prefix counts once per engine, as if every replica could read it.</source>
   <translation>共享前缀每个引擎只计一份，视作各副本都能读取。</translation>
  </message>
  <message>
   <source>{name}: {total} at {tokens} tokens, {growth} for the next one</source>
   <translation>{name}：{tokens} 个 token 时 {total}，下一个 token 再加 {growth}</translation>
  </message>
  <message>
   <source>{0} layers</source>
   <translation>{0} 层</translation>
  </message>
  <message>
   <source>usable: {0}</source>
   <translation>可用：{0}</translation>
  </message>
  <message>
   <source>each of {0} devices</source>
   <translation>{0} 台设备中的每一台</translation>
  </message>
  <message>
   <source>the device</source>
   <translation>该设备</translation>
  </message>
  <message>
   <source>stage {0}</source>
   <translation>第 {0} 级</translation>
  </message>
  <message>
   <source>stages {0}–{1}</source>
   <translation>第 {0}–{1} 级</translation>
  </message>
  <message>
   <source>{0} too much</source>
   <translation>超出 {0}</translation>
  </message>
  <message>
   <source>{0} free</source>
   <translation>空闲 {0}</translation>
  </message>
  <message>
   <source>if no workspace were needed</source>
   <translation>若不需要工作区</translation>
  </message>
  <message>
   <source>wanted</source>
   <translation>所求</translation>
  </message>
  <message>
   <source>out of memory</source>
   <translation>显存不足</translation>
  </message>
  <message>
   <source>no room for the workspace</source>
   <translation>工作区放不下</translation>
  </message>
  <message>
   <source>context</source>
   <translation>上下文</translation>
  </message>
  <message>
   <source>requests per engine</source>
   <translation>每引擎请求数</translation>
  </message>
  <message>
   <source>state of one request</source>
   <translation>单个请求的状态</translation>
  </message>
  <message>
   <source>What is in the 80 GB?</source>
   <translation>80 GB 里都装了什么？</translation>
  </message>
  <message>
   <source>The weights alone do not fit: {weights} on a device that may fill {usable}.</source>
   <translation>仅权重就放不下：每台设备需 {weights}，可用只有 {usable}。</translation>
  </message>
  <message>
   <source>Weights and state of {requests} requests fit, but there is no room for the workspace of {workspace}: a device lacks {lacking}. With it, {fits} fit.</source>
   <translation>权重与 {requests} 个请求的状态放得下，但 {workspace} 的工作区放不下：每台设备还差 {lacking}。留出工作区后只能容纳 {fits} 个。</translation>
  </message>
  <message>
   <source>Not one request of {context} tokens fits beside the weights; for {requests} a device lacks {lacking}.</source>
   <translation>权重之外连一个 {context} token 的请求也放不下；要容纳 {requests} 个，每台设备还差 {lacking}。</translation>
  </message>
  <message>
   <source>{fits} of {requests} requests of {context} tokens fit; for all, a device lacks {lacking}.</source>
   <translation>{requests} 个 {context} token 的请求只放得下 {fits} 个；要全部放下，每台设备还差 {lacking}。</translation>
  </message>
  <message>
   <source>All {requests} requests fit, but the model knows only contexts of up to {max_context} tokens.</source>
   <translation>{requests} 个请求都放得下，但模型只支持最长 {max_context} token 的上下文。</translation>
  </message>
  <message>
   <source>All {requests} requests of {context} tokens fit, and not one more.</source>
   <translation>{requests} 个 {context} token 的请求刚好放下，再多一个也不行。</translation>
  </message>
  <message>
   <source>{requests} requests of {context} tokens fit, up to {fits} would; {free} of a device stay free.</source>
   <translation>{requests} 个 {context} token 的请求放得下，最多可放 {fits} 个；每台设备还空闲 {free}。</translation>
  </message>
  <message>
   <source>Weights on a device</source>
   <translation>每台设备的权重</translation>
  </message>
  <message>
   <source>Workspace</source>
   <translation>工作区</translation>
  </message>
  <message>
   <source>State on a device</source>
   <translation>每台设备的状态</translation>
  </message>
  <message>
   <source>Left on a device</source>
   <translation>每台设备剩余</translation>
  </message>
  <message>
   <source>One more token</source>
   <translation>每多一个 token</translation>
  </message>
  <message>
   <source>One request at this context</source>
   <translation>该上下文下的单个请求</translation>
  </message>
  <message>
   <source>Held by a request on a device</source>
   <translation>单个请求在每台设备上占用</translation>
  </message>
  <message>
   <source>Lost in a request's pages</source>
   <translation>单个请求页内浪费</translation>
  </message>
  <message>
   <source>Lost in the last page, expected</source>
   <translation>末页浪费（期望）</translation>
  </message>
  <message>
   <source>Page of a hybrid manager</source>
   <translation>混合管理器的页</translation>
  </message>
  <message>
   <source>Requests that fit</source>
   <translation>可容纳请求数</translation>
  </message>
  <message>
   <source>With the other allocator</source>
   <translation>换用另一种分配器</translation>
  </message>
  <message>
   <source>Longest context for all</source>
   <translation>全部请求可达的最长上下文</translation>
  </message>
  <message>
   <source>Saved by the shared prefix</source>
   <translation>共享前缀节省</translation>
  </message>
  <message>
   <source>Copies of a token's state</source>
   <translation>token 状态的份数</translation>
  </message>
  <message>
   <source>Copies of the weights</source>
   <translation>权重的份数</translation>
  </message>
  <message>
   <source>Sent per token by a device</source>
   <translation>每台设备每 token 发送</translation>
  </message>
  <message>
   <source>Admitted by the allocator</source>
   <translation>分配器接纳数</translation>
  </message>
  <message>
   <source>Pages held</source>
   <translation>占用页数</translation>
  </message>
  <message>
   <source>Lost inside them</source>
   <translation>其中浪费</translation>
  </message>
  <message>
   <source>K3, a million tokens</source>
   <translation>K3，百万 token</translation>
  </message>
  <message>
   <source>Kimi K3 on eight B300: one request of a million tokens fits, sixteen do not.</source>
   <translation>八台 B300 上的 Kimi K3：百万 token 的请求放得下一个，放不下十六个。</translation>
  </message>
  <message>
   <source>70B on one device</source>
   <translation>单设备 70B</translation>
  </message>
  <message>
   <source>A model of 70 billion weights at 16 bits does not fit one device of 80 GB.</source>
   <translation>700 亿参数的 16 位模型放不进一台 80 GB 设备。</translation>
  </message>
  <message>
   <source>No room to work</source>
   <translation>没有工作区</translation>
  </message>
  <message>
   <source>Weights and state fit, but chunks of 32,768 tokens leave no room for the workspace.</source>
   <translation>权重与状态放得下，但 32,768 token 的块让工作区无处可放。</translation>
  </message>
  <message>
   <source>Reserved in one piece</source>
   <translation>整段预留</translation>
  </message>
  <message>
   <source>Every request reserves 2,048 tokens and uses 300: six of 24 fit.</source>
   <translation>每个请求预留 2,048 token、只用 300：24 个里只放得下 6 个。</translation>
  </message>
  <message>
   <source>Copied latents</source>
   <translation>重复的潜向量</translation>
  </message>
  <message>
   <source>Tensor parallelism cannot split a latent: eight devices hold the same state eight times.</source>
   <translation>张量并行拆不开潜向量：八台设备把同一状态存了八份。</translation>
  </message>
  <message>
   <source>Everybody's own copy</source>
   <translation>人手一份</translation>
  </message>
  <message>
   <source>Agents with the same prompt of 400,000 tokens, each with a copy of its own.</source>
   <translation>智能体共用 400,000 token 的提示词，却各存一份。</translation>
  </message>
  <message>
   <source>Pages too large</source>
   <translation>页太大</translation>
  </message>
  <message>
   <source>Requests of 300 tokens in pages of 1,024: most of the memory holds nothing.</source>
   <translation>300 token 的请求放进 1,024 token 的页：大部分空间是空的。</translation>
  </message>
  <message>
   <source>All heads</source>
   <translation>每头各存</translation>
  </message>
  <message>
   <source>Every query head has keys and values of its own: half of the requests do not fit.</source>
   <translation>每个查询头都有自己的键和值：一半请求放不下。</translation>
  </message>
  <message>
   <source>K3 on 32 devices</source>
   <translation>32 台设备上的 K3</translation>
  </message>
  <message>
   <source>Four devices per attention replica, experts over all: sixteen million-token requests fit.</source>
   <translation>每个注意力副本四台设备，专家分布到全部设备：十六个百万 token 请求都放得下。</translation>
  </message>
  <message>
   <source>70B in four bits</source>
   <translation>四位 70B</translation>
  </message>
  <message>
   <source>With four bits a weight and scales, it fits one device of 80 GB.</source>
   <translation>每个权重四位加缩放因子，就能放进一台 80 GB 设备。</translation>
  </message>
  <message>
   <source>Room to work</source>
   <translation>有工作区</translation>
  </message>
  <message>
   <source>The same model and requests with chunks of 4,096 tokens: the workspace has room.</source>
   <translation>同样的模型与请求，块改为 4,096 token：工作区放得下了。</translation>
  </message>
  <message>
   <source>In pages</source>
   <translation>分页存放</translation>
  </message>
  <message>
   <source>The same requests in pages of 16 tokens: all fit, and almost nothing is lost.</source>
   <translation>同样的请求放进 16 token 的页：全部放得下，几乎没有浪费。</translation>
  </message>
  <message>
   <source>Latents apart</source>
   <translation>潜向量各存其主</translation>
  </message>
  <message>
   <source>Eight attention replicas, each with the state of its own requests: nothing is held twice.</source>
   <translation>八个注意力副本，各存自己请求的状态：没有重复。</translation>
  </message>
  <message>
   <source>Prefix kept once</source>
   <translation>前缀只存一份</translation>
  </message>
  <message>
   <source>The same agents with one copy of the common 400,000 tokens for all.</source>
   <translation>同样的智能体，共同的 400,000 token 只存一份。</translation>
  </message>
  <message>
   <source>Pages small enough</source>
   <translation>页足够小</translation>
  </message>
  <message>
   <source>The same requests in pages of 16 tokens.</source>
   <translation>同样的请求，页改为 16 token。</translation>
  </message>
  <message>
   <source>Eight KV heads</source>
   <translation>八个 KV 头</translation>
  </message>
  <message>
   <source>The same model with eight KV heads for all query heads: an eighth of the state.</source>
   <translation>同一模型，所有查询头共用八个 KV 头：状态只有八分之一。</translation>
  </message>
  <message>
   <source>Windows</source>
   <translation>滑动窗口</translation>
  </message>
  <message>
   <source>Every second layer sees 128 tokens only: long requests stay small, on a single device.</source>
   <translation>每隔一层只看 128 个 token：长请求依然很小，单台设备即可。</translation>
  </message>
  <message>
   <source>dense weights</source>
   <translation>稠密权重</translation>
  </message>
  <message>
   <source>experts</source>
   <translation>专家</translation>
  </message>
  <message>
   <source>embedding and head</source>
   <translation>词嵌入与输出头</translation>
  </message>
  <message>
   <source>workspace</source>
   <translation>工作区</translation>
  </message>
  <message>
   <source>state</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>set aside per request</source>
   <translation>按请求预留</translation>
  </message>
  <message>
   <source>reserved, not used</source>
   <translation>已预留未使用</translation>
  </message>
  <message>
   <source>lost in pages</source>
   <translation>页内浪费</translation>
  </message>
  <message>
   <source>free</source>
   <translation>空闲</translation>
  </message>
  <message>
   <source>not to be used</source>
   <translation>不可用</translation>
  </message>
  <message>
   <source>Projections, dense and shared feed-forward parts.</source>
   <translation>投影、稠密与共享前馈部分。</translation>
  </message>
  <message>
   <source>Routed experts that the device holds.</source>
   <translation>该设备持有的路由专家。</translation>
  </message>
  <message>
   <source>Input table and output head.</source>
   <translation>输入词表与输出头。</translation>
  </message>
  <message>
   <source>Activations, sampling, captured graphs, buffers of collectives, runtime.</source>
   <translation>激活、采样、捕获的计算图、集合通信缓冲、运行时。</translation>
  </message>
  <message>
   <source>Tokens in pages: keys and values, latents, compressed entries.</source>
   <translation>页中的 token：键和值、潜向量、压缩条目。</translation>
  </message>
  <message>
   <source>Windows and recurrent state, which do not grow, for every request slot.</source>
   <translation>窗口与循环状态不随长度增长，每个请求槽位各留一份。</translation>
  </message>
  <message>
   <source>Room in pages or reservations that holds no token.</source>
   <translation>页或预留中没有存放 token 的空间。</translation>
  </message>
  <message>
   <source>Usable and not taken.</source>
   <translation>可用而未占用。</translation>
  </message>
  <message>
   <source>Beyond the share of memory that the engine may use.</source>
   <translation>超出引擎可用比例的显存。</translation>
  </message>
  <message>
   <source>MHA: every head its own</source>
   <translation>MHA：每个头各有一份</translation>
  </message>
  <message>
   <source>GQA: heads share keys and values</source>
   <translation>GQA：多个头共用键和值</translation>
  </message>
  <message>
   <source>MQA: one KV head</source>
   <translation>MQA：一个 KV 头</translation>
  </message>
  <message>
   <source>MLA: a latent for all heads</source>
   <translation>MLA：所有头共用一个潜向量</translation>
  </message>
  <message>
   <source>MLA with index keys</source>
   <translation>带索引键的 MLA</translation>
  </message>
  <message>
   <source>MLA, index of another layer</source>
   <translation>MLA，沿用别层的索引</translation>
  </message>
  <message>
   <source>window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <source>CSA: compressed entries and index</source>
   <translation>CSA：压缩条目与索引</translation>
  </message>
  <message>
   <source>HCA: heavily compressed entries</source>
   <translation>HCA：高度压缩的条目</translation>
  </message>
  <message>
   <source>CSA 2 with its own entries</source>
   <translation>CSA 2，自有条目</translation>
  </message>
  <message>
   <source>CSA 2, entries of another layer</source>
   <translation>CSA 2，沿用别层条目</translation>
  </message>
  <message>
   <source>CSA 2, own index only</source>
   <translation>CSA 2，仅自有索引</translation>
  </message>
  <message>
   <source>GQA with block index</source>
   <translation>带块索引的 GQA</translation>
  </message>
  <message>
   <source>KDA: recurrent</source>
   <translation>KDA：循环状态</translation>
  </message>
  <message>
   <source>gated delta: recurrent</source>
   <translation>门控 delta：循环状态</translation>
  </message>
  <message>
   <source>lightning: recurrent</source>
   <translation>lightning：循环状态</translation>
  </message>
  <message>
   <source>Mamba: recurrent</source>
   <translation>Mamba：循环状态</translation>
  </message>
  <message>
   <source>Mamba 2: recurrent</source>
   <translation>Mamba 2：循环状态</translation>
  </message>
  <message>
   <source>L layers · T tokens · b bytes of an element with its scales · Hkv KV heads · Dh, Dk, Dv width of a head, of its key, of its value · W window · r latent · dr its part with positions · di index key · Hi index heads · D entry · m tokens per entry · H heads · dk, dv key and value of a recurrent head · P width, N state, Di channels of Mamba · s bytes of recurrent state · K convolution · C its channels</source>
   <translation>L 层数 · T token 数 · b 每元素字节（含缩放因子）· Hkv KV 头数 · Dh、Dk、Dv 头、键、值的宽度 · W 窗口 · r 潜向量 · dr 其带位置的部分 · di 索引键 · Hi 索引头数 · D 条目 · m 每条目 token 数 · H 头数 · dk、dv 循环头的键与值 · P、N、Di Mamba 的宽度、状态、通道 · s 循环状态字节 · K 卷积长度 · C 其通道</translation>
  </message>
 </context>
 <context>
  <name>CapacityView</name>
  <message>
   <source>The allocator counts…</source>
   <translation>分配器清点中…</translation>
  </message>
  <message>
   <source>Too many pages to hand them out one by one; the closed form stands alone.</source>
   <translation>页数太多，无法逐页分配；仅有闭式结果。</translation>
  </message>
  <message>
   <source>Counted: what is left has room for no page at all.</source>
   <translation>清点：剩余空间连一页也放不下。</translation>
  </message>
  <message>
   <source>Counted: the engine's allocator admits {0} of {1} requests; {2} of {3} pages hold something.</source>
   <translation>清点：引擎的分配器接纳了 {1} 个请求中的 {0} 个；{3} 页中有 {2} 页存有内容。</translation>
  </message>
  <message>
   <source>context (tokens)</source>
   <translation>上下文（token）</translation>
  </message>
  <message>
   <source>requests that fit</source>
   <translation>可容纳请求数</translation>
  </message>
  <message>
   <source>without workspace</source>
   <translation>不计工作区</translation>
  </message>
  <message>
   <source>with the other allocator</source>
   <translation>换用另一种分配器</translation>
  </message>
  <message>
   <source>On a device</source>
   <translation>一台设备上</translation>
  </message>
  <message>
   <source>Who still fits</source>
   <translation>还放得下谁</translation>
  </message>
  <message>
   <source>State of one request, by architecture</source>
   <translation>各架构下单个请求的状态</translation>
  </message>
  <message>
   <source>What to look at</source>
   <translation>看什么</translation>
  </message>
  <message>
   <source>Formulas of this model's layers</source>
   <translation>该模型各层的公式</translation>
  </message>
  <message>
   <source>Architectures</source>
   <translation>架构</translation>
  </message>
  <message>
   <source>Formulas</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>config.json</source>
   <translation>config.json</translation>
  </message>
 </context>
 <context>
  <name>CardBar</name>
  <message>
   <source>Reading status: {0}</source>
   <translation>阅读状态：{0}</translation>
  </message>
  <message>
   <source>As text</source>
   <translation>纯文本</translation>
  </message>
  <message>
   <source>As BibTeX</source>
   <translation>BibTeX</translation>
  </message>
  <message>
   <source>As Markdown link</source>
   <translation>Markdown 链接</translation>
  </message>
  <message>
   <source>How far you are with this source</source>
   <translation>这份文献读到哪一步了</translation>
  </message>
  <message>
   <source>Cite</source>
   <translation>引用</translation>
  </message>
  <message>
   <source>Copy the citation of this source</source>
   <translation>复制这份文献的引文</translation>
  </message>
  <message>
   <source>Compare…</source>
   <translation>对比…</translation>
  </message>
  <message>
   <source>Put this source beside another one</source>
   <translation>与另一份文献并排对照</translation>
  </message>
  <message>
   <source>Your own note on this source, kept on this computer</source>
   <translation>关于这份文献的个人笔记，只保存在本机</translation>
  </message>
  <message>
   <source>Your tags on this source</source>
   <translation>您给这份文献加的标签</translation>
  </message>
  <message>
   <source>Attach a file to this source</source>
   <translation>给这份文献附上文件</translation>
  </message>
 </context>
 <context>
  <name>Changes</name>
  <message>
   <source>editing a note</source>
   <translation>编辑笔记</translation>
  </message>
  <message>
   <source>status of 1 source</source>
   <translation>1 篇文献的阅读状态</translation>
  </message>
  <message>
   <source>status of {0} sources</source>
   <translation>{0} 篇文献的阅读状态</translation>
  </message>
  <message>
   <source>tags of 1 source</source>
   <translation>1 篇文献的标签</translation>
  </message>
  <message>
   <source>tags of {0} sources</source>
   <translation>{0} 篇文献的标签</translation>
  </message>
  <message>
   <source>attaching {0}</source>
   <translation>附加 {0}</translation>
  </message>
  <message>
   <source>detaching {0}</source>
   <translation>取消附加 {0}</translation>
  </message>
  <message>
   <source>import of 1 source</source>
   <translation>导入 1 篇文献</translation>
  </message>
  <message>
   <source>import of {0} sources</source>
   <translation>导入 {0} 篇文献</translation>
  </message>
  <message>
   <source>adding 1 source</source>
   <translation>添加 1 篇文献</translation>
  </message>
  <message>
   <source>adding {0} sources</source>
   <translation>添加 {0} 篇文献</translation>
  </message>
  <message>
   <source>removing 1 source</source>
   <translation>移除 1 篇文献</translation>
  </message>
  <message>
   <source>removing {0} sources</source>
   <translation>移除 {0} 篇文献</translation>
  </message>
  <message>
   <source>editing {0}</source>
   <translation>编辑 {0}</translation>
  </message>
  <message>
   <source>adding a relation</source>
   <translation>添加关系</translation>
  </message>
  <message>
   <source>removing a relation</source>
   <translation>移除关系</translation>
  </message>
  <message>
   <source>saving path {0}</source>
   <translation>保存路径 {0}</translation>
  </message>
  <message>
   <source>removing path {0}</source>
   <translation>移除路径 {0}</translation>
  </message>
  <message>
   <source>saving scenario {0}</source>
   <translation>保存场景 {0}</translation>
  </message>
  <message>
   <source>removing scenario {0}</source>
   <translation>移除场景 {0}</translation>
  </message>
 </context>
 <context>
  <name>Checklist</name>
  <message>
   <source>The fourteen questions</source>
   <translation>十四问</translation>
  </message>
  <message>
   <source>Question</source>
   <translation>问题</translation>
  </message>
  <message>
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Answer</source>
   <translation>回答</translation>
  </message>
 </context>
 <context>
  <name>ClaimChoice</name>
  <message>
   <source>Claim of the library</source>
   <translation>文献库里的主张</translation>
  </message>
  <message>
   <source>Type to find a claim of the library</source>
   <translation>输入文字查找文献库里的主张</translation>
  </message>
 </context>
 <context>
  <name>ClocksPage</name>
  <message>
   <source>Request clock: {0}</source>
   <translation>请求时钟：{0}</translation>
  </message>
  <message>
   <source>The run is not there yet.</source>
   <translation>运行结果还没有出来。</translation>
  </message>
  <message>
   <source>{0}: other settings; the new run is on its way</source>
   <translation>{0}：设置已经改变，新的运行正在进行</translation>
  </message>
  <message>
   <source>{sign} {name}: {met} within the contract, {rate} good requests/s; p{p}: TTFT {ttft}, TPOT {tpot}</source>
   <translation>{sign} {name}：{met} 满足契约，每秒 {rate} 个合格请求；p{p}：TTFT {ttft}，TPOT {tpot}</translation>
  </message>
  <message>
   <source>policy</source>
   <translation>策略</translation>
  </message>
  <message>
   <source>request</source>
   <translation>请求</translation>
  </message>
  <message>
   <source>arrival (s)</source>
   <translation>到达（s）</translation>
  </message>
  <message>
   <source>first scheduled (s)</source>
   <translation>首次调度（s）</translation>
  </message>
  <message>
   <source>first token (s)</source>
   <translation>首个 token（s）</translation>
  </message>
  <message>
   <source>last token (s)</source>
   <translation>最后一个 token（s）</translation>
  </message>
  <message>
   <source>prompt tokens</source>
   <translation>提示 token 数</translation>
  </message>
  <message>
   <source>output tokens</source>
   <translation>输出 token 数</translation>
  </message>
  <message>
   <source>within the contract</source>
   <translation>满足契约</translation>
  </message>
 </context>
 <context>
  <name>CommandPalette</name>
  <message>
   <source>Command palette</source>
   <translation>命令面板</translation>
  </message>
  <message>
   <source>Type a part of a command, source or ledger</source>
   <translation>键入命令、文献或账本的一部分</translation>
  </message>
  <message>
   <source>Search commands, sources and ledgers</source>
   <translation>搜索命令、文献和账本</translation>
  </message>
  <message>
   <source>Matches</source>
   <translation>匹配项</translation>
  </message>
 </context>
 <context>
  <name>Conductor</name>
  <message>
   <source>{file}: {read} rows read, {used} used, {aside} set aside; time in {unit} ({how})</source>
   <translation>{file}：读取 {read} 行，采用 {used} 行，搁置 {aside} 行；时间单位 {unit}（{how}）</translation>
  </message>
  <message>
   <source>{file}: {read} rows read, {used} used, {aside} set aside; no arrival times</source>
   <translation>{file}：读取 {read} 行，采用 {used} 行，搁置 {aside} 行；没有到达时间</translation>
  </message>
  <message>
   <source>; the file goes on: File → Import report sets how many rows to use</source>
   <translation>；文件还有后续：在“文件 → 导入报告”中设定使用多少行</translation>
  </message>
 </context>
 <context>
  <name>ConfigImport</name>
  <message>
   <source>A model's config.json</source>
   <translation>模型的 config.json</translation>
  </message>
  <message>
   <source>Open a config.json…</source>
   <translation>打开 config.json…</translation>
  </message>
  <message>
   <source>The file that lies beside the weights of a model on disk</source>
   <translation>磁盘上与模型权重放在一起的文件</translation>
  </message>
  <message>
   <source>What was understood of the file</source>
   <translation>从文件中读懂的内容</translation>
  </message>
  <message>
   <source>Assumed: {0} = {1} ({2})</source>
   <translation>假定：{0} = {1}（{2}）</translation>
  </message>
  <message>
   <source>Not understood: {0} = {1}</source>
   <translation>未读懂：{0} = {1}</translation>
  </message>
  <message>
   <source>{name}: {weights} weights, {layers} layers, {stored}. Fields understood: {understood}, assumed: {assumed}, not understood: {unknown}.</source>
   <translation>{name}：{weights} 权重，{layers} 层，{stored}。读懂字段 {understood} 个，假定 {assumed} 个，未读懂 {unknown} 个。</translation>
  </message>
  <message>
   <source>Open the config.json of a model from disk, or drop it here. It becomes a model card, with a report of what was understood, what had to be assumed, and what was not understood. Nothing is fetched.</source>
   <translation>从磁盘打开模型的 config.json，或把它拖到这里。它会成为一张模型卡，并附上报告：读懂了什么、假定了什么、没读懂什么。不会联网获取任何内容。</translation>
  </message>
  <message>
   <source>Not understood, perhaps of importance</source>
   <translation>未读懂，可能重要</translation>
  </message>
  <message>
   <source>Assumed</source>
   <translation>假定</translation>
  </message>
  <message>
   <source>Understood</source>
   <translation>读懂</translation>
  </message>
  <message>
   <source>Without bearing on memory</source>
   <translation>与显存无关</translation>
  </message>
 </context>
 <context>
  <name>ConfigTerm</name>
  <message>
   <source>1 for attention, 0 for a recurrent layer</source>
   <translation>1 为注意力层，0 为循环层</translation>
  </message>
  <message>
   <source>KV heads</source>
   <translation>KV 头数</translation>
  </message>
  <message>
   <source>KV heads of the layers that do not slide</source>
   <translation>非滑动层的 KV 头数</translation>
  </message>
  <message>
   <source>KV heads of the layers that slide</source>
   <translation>滑动层的 KV 头数</translation>
  </message>
  <message>
   <source>M, *, - or E for each block</source>
   <translation>每块一个字母：M、*、- 或 E</translation>
  </message>
  <message>
   <source>attention is gated</source>
   <translation>注意力带门控</translation>
  </message>
  <message>
   <source>bits of a weight</source>
   <translation>每个权重的位数</translation>
  </message>
  <message>
   <source>blocks are chosen</source>
   <translation>按块选择</translation>
  </message>
  <message>
   <source>blocks read</source>
   <translation>读取的块数</translation>
  </message>
  <message>
   <source>bytes of an element of recurrent state</source>
   <translation>循环状态每元素字节</translation>
  </message>
  <message>
   <source>dense layers at the start</source>
   <translation>开头的稠密层数</translation>
  </message>
  <message>
   <source>draft heads</source>
   <translation>草稿头</translation>
  </message>
  <message>
   <source>experts per token</source>
   <translation>每 token 激活专家数</translation>
  </message>
  <message>
   <source>first layer with attention</source>
   <translation>第一个注意力层</translation>
  </message>
  <message>
   <source>first layer with experts</source>
   <translation>第一个专家层</translation>
  </message>
  <message>
   <source>first layers, which see the whole context</source>
   <translation>开头可见全部上下文的层数</translation>
  </message>
  <message>
   <source>groups of channels</source>
   <translation>通道组数</translation>
  </message>
  <message>
   <source>groups of heads that share outputs</source>
   <translation>共用输出的头组数</translation>
  </message>
  <message>
   <source>heads of a recurrent layer</source>
   <translation>循环层的头数</translation>
  </message>
  <message>
   <source>hidden width</source>
   <translation>隐藏宽度</translation>
  </message>
  <message>
   <source>how weights are stored</source>
   <translation>权重的存储方式</translation>
  </message>
  <message>
   <source>index queries</source>
   <translation>索引查询数</translation>
  </message>
  <message>
   <source>inner width / hidden width</source>
   <translation>内部宽度 / 隐藏宽度</translation>
  </message>
  <message>
   <source>key heads of a recurrent layer</source>
   <translation>循环层的键头数</translation>
  </message>
  <message>
   <source>keys and values</source>
   <translation>键和值</translation>
  </message>
  <message>
   <source>keys and values come from one product</source>
   <translation>键和值来自同一投影</translation>
  </message>
  <message>
   <source>keys without positions</source>
   <translation>键不含位置</translation>
  </message>
  <message>
   <source>kind of each layer</source>
   <translation>各层类型</translation>
  </message>
  <message>
   <source>kind of each layer, L or G</source>
   <translation>各层类型，L 或 G</translation>
  </message>
  <message>
   <source>kind of model</source>
   <translation>模型类型</translation>
  </message>
  <message>
   <source>layers</source>
   <translation>层数</translation>
  </message>
  <message>
   <source>layers from one that sees the whole context to the next</source>
   <translation>相邻两个全上下文层的间隔</translation>
  </message>
  <message>
   <source>layers from one with attention to the next</source>
   <translation>相邻两个注意力层的间隔</translation>
  </message>
  <message>
   <source>layers from one with experts to the next</source>
   <translation>相邻两个专家层的间隔</translation>
  </message>
  <message>
   <source>layers from one without positions to the next</source>
   <translation>相邻两个无位置层的间隔</translation>
  </message>
  <message>
   <source>layers that choose blocks</source>
   <translation>按块选择的层</translation>
  </message>
  <message>
   <source>layers that slide</source>
   <translation>滑动层</translation>
  </message>
  <message>
   <source>layers with a delta rule</source>
   <translation>使用 delta 规则的层</translation>
  </message>
  <message>
   <source>layers with an indexer of their own</source>
   <translation>自带索引器的层</translation>
  </message>
  <message>
   <source>layers with experts</source>
   <translation>含专家的层</translation>
  </message>
  <message>
   <source>layers with positions, which see a chunk</source>
   <translation>带位置、只看一个分块的层</translation>
  </message>
  <message>
   <source>longest context</source>
   <translation>最长上下文</translation>
  </message>
  <message>
   <source>one KV head for all query heads</source>
   <translation>所有查询头共用一个 KV 头</translation>
  </message>
  <message>
   <source>output gates have the full rank</source>
   <translation>输出门为满秩</translation>
  </message>
  <message>
   <source>outputs are gated</source>
   <translation>输出带门控</translation>
  </message>
  <message>
   <source>outputs of attention</source>
   <translation>注意力输出</translation>
  </message>
  <message>
   <source>query heads</source>
   <translation>查询头数</translation>
  </message>
  <message>
   <source>routed experts</source>
   <translation>路由专家数</translation>
  </message>
  <message>
   <source>shared experts</source>
   <translation>共享专家数</translation>
  </message>
  <message>
   <source>state of a channel</source>
   <translation>每通道状态</translation>
  </message>
  <message>
   <source>switched off</source>
   <translation>已关闭</translation>
  </message>
  <message>
   <source>the head is the input table</source>
   <translation>输出头与词嵌入共用</translation>
  </message>
  <message>
   <source>the window is used</source>
   <translation>启用窗口</translation>
  </message>
  <message>
   <source>tokens of a block</source>
   <translation>每块 token 数</translation>
  </message>
  <message>
   <source>tokens of a chunk</source>
   <translation>每分块 token 数</translation>
  </message>
  <message>
   <source>tokens of its convolution</source>
   <translation>其卷积的 token 数</translation>
  </message>
  <message>
   <source>tokens of the convolution</source>
   <translation>卷积的 token 数</translation>
  </message>
  <message>
   <source>tokens or entries read per query</source>
   <translation>每次查询读取的 token 或条目数</translation>
  </message>
  <message>
   <source>tokens per stored entry of each layer</source>
   <translation>各层每个存储条目的 token 数</translation>
  </message>
  <message>
   <source>value heads of a recurrent layer</source>
   <translation>循环层的值头数</translation>
  </message>
  <message>
   <source>vocabulary</source>
   <translation>词表</translation>
  </message>
  <message>
   <source>weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <source>width between hidden and queries</source>
   <translation>隐藏层到查询之间的宽度</translation>
  </message>
  <message>
   <source>width of a dense feed-forward part</source>
   <translation>稠密前馈部分的宽度</translation>
  </message>
  <message>
   <source>width of a group of outputs</source>
   <translation>一组输出的宽度</translation>
  </message>
  <message>
   <source>width of a head</source>
   <translation>头的宽度</translation>
  </message>
  <message>
   <source>width of a head in the layers that do not slide</source>
   <translation>非滑动层的头宽度</translation>
  </message>
  <message>
   <source>width of a head in the layers that slide</source>
   <translation>滑动层的头宽度</translation>
  </message>
  <message>
   <source>width of a key's part with positions</source>
   <translation>键中带位置部分的宽度</translation>
  </message>
  <message>
   <source>width of a query head without positions</source>
   <translation>查询头中不带位置部分的宽度</translation>
  </message>
  <message>
   <source>width of a value head</source>
   <translation>值头的宽度</translation>
  </message>
  <message>
   <source>width of a value head in the layers that slide</source>
   <translation>滑动层的值头宽度</translation>
  </message>
  <message>
   <source>width of an entry's part with positions</source>
   <translation>条目中带位置部分的宽度</translation>
  </message>
  <message>
   <source>width of an expert</source>
   <translation>专家的宽度</translation>
  </message>
  <message>
   <source>width of an index key</source>
   <translation>索引键的宽度</translation>
  </message>
  <message>
   <source>width of its heads</source>
   <translation>其头的宽度</translation>
  </message>
  <message>
   <source>width of its keys</source>
   <translation>其键的宽度</translation>
  </message>
  <message>
   <source>width of its keys and values</source>
   <translation>其键与值的宽度</translation>
  </message>
  <message>
   <source>width of its values</source>
   <translation>其值的宽度</translation>
  </message>
  <message>
   <source>width of the feed-forward part</source>
   <translation>前馈部分的宽度</translation>
  </message>
  <message>
   <source>width of the latent</source>
   <translation>潜向量的宽度</translation>
  </message>
  <message>
   <source>width of the shared experts</source>
   <translation>共享专家的宽度</translation>
  </message>
  <message>
   <source>width the experts work in</source>
   <translation>专家工作的宽度</translation>
  </message>
  <message>
   <source>window of the layers that slide</source>
   <translation>滑动层的窗口</translation>
  </message>
  <message>
   <source>window of whole entries</source>
   <translation>完整条目的窗口</translation>
  </message>
  <message>
   <source>no kind of each layer is listed: as in Qwen3-Next</source>
   <translation>未列出各层类型：按 Qwen3-Next</translation>
  </message>
  <message>
   <source>not given: as in all models of this family</source>
   <translation>未给出：按该家族所有模型的惯例</translation>
  </message>
  <message>
   <source>as in this family</source>
   <translation>按该家族的惯例</translation>
  </message>
  <message>
   <source>both kept</source>
   <translation>两者都保存</translation>
  </message>
  <message>
   <source>counted from the shape: norms, biases and routers left out</source>
   <translation>按形状计算：不含归一化、偏置与路由器</translation>
  </message>
  <message>
   <source>left out</source>
   <translation>未计入</translation>
  </message>
  <message>
   <source>images and sound: their weights are not on the card</source>
   <translation>图像与声音：其权重不在模型卡上</translation>
  </message>
  <message>
   <source>no kind of each layer is listed: as in the first models of this family</source>
   <translation>未列出各层类型：按该家族最早的模型</translation>
  </message>
  <message>
   <source>no kind of each layer is listed: every fourth sees the whole context</source>
   <translation>未列出各层类型：每四层有一层可见全部上下文</translation>
  </message>
  <message>
   <source>no o_lora_rank: the count of weights is a lower bound</source>
   <translation>没有 o_lora_rank：权重数为下界</translation>
  </message>
  <message>
   <source>not given: 4 × hidden width</source>
   <translation>未给出：4 × 隐藏宽度</translation>
  </message>
  <message>
   <source>not given: as in Kimi Linear</source>
   <translation>未给出：按 Kimi Linear</translation>
  </message>
  <message>
   <source>not given: as in the models released</source>
   <translation>未给出：按已发布的模型</translation>
  </message>
  <message>
   <source>not given: as usual in this family</source>
   <translation>未给出：按该家族的惯例</translation>
  </message>
  <message>
   <source>not given: every query head has keys and values of its own</source>
   <translation>未给出：每个查询头各有键和值</translation>
  </message>
  <message>
   <source>not given: hidden width / query heads</source>
   <translation>未给出：隐藏宽度 / 查询头数</translation>
  </message>
  <message>
   <source>not given: no limit is known</source>
   <translation>未给出：上限未知</translation>
  </message>
  <message>
   <source>not in the file: engines keep it at 32 bits</source>
   <translation>文件中没有：引擎以 32 位保存</translation>
  </message>
  <message>
   <source>state is counted as if they were different</source>
   <translation>状态按两者不同计算</translation>
  </message>
  <message>
   <source>their weights and state are not on the card</source>
   <translation>其权重与状态不在模型卡上</translation>
  </message>
  <message>
   <source>its quantisation is not understood: those of the dtype</source>
   <translation>未读懂其量化方式：按 dtype 计</translation>
  </message>
  <message>
   <source>its dtype is not understood</source>
   <translation>未读懂其 dtype</translation>
  </message>
  <message>
   <source>no dtype is given</source>
   <translation>未给出 dtype</translation>
  </message>
 </context>
 <context>
  <name>ControlRow</name>
  <message>
   <source>on</source>
   <translation>开</translation>
  </message>
  <message>
   <source>off</source>
   <translation>关</translation>
  </message>
 </context>
 <context>
  <name>CurvePlot</name>
  <message>
   <source>Working point</source>
   <translation>工作点</translation>
  </message>
  <message>
   <source>{0} over {1}</source>
   <translation>{0} 随 {1} 的变化</translation>
  </message>
  <message>
   <source>{name}: from {first} at {start} to {last} at {end}; least {low} at {low_at}, most {high} at {high_at}</source>
   <translation>{name}：从 {start} 处的 {first} 到 {end} 处的 {last}；最小 {low}（{low_at} 处），最大 {high}（{high_at} 处）</translation>
  </message>
  <message>
   <source>series</source>
   <translation>系列</translation>
  </message>
 </context>
 <context>
  <name>Desk</name>
  <message>
   <source>Tags of {0} sources, with commas between them:</source>
   <translation>{0} 篇文献的标签，以逗号分隔：</translation>
  </message>
  <message>
   <source>Tags of {0}, with commas between them:</source>
   <translation>{0} 的标签，以逗号分隔：</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <source>Attach PDF</source>
   <translation>附加 PDF</translation>
  </message>
  <message>
   <source>PDF files</source>
   <translation>PDF 文件</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
  <message>
   <source>No PDF is attached to this source.</source>
   <translation>该文献没有附加 PDF。</translation>
  </message>
  <message>
   <source>If it was moved: detach it here, and attach it from its new place.</source>
   <translation>如果文件已移动：请在此取消附加，再从新位置附加。</translation>
  </message>
  <message>
   <source>The file is not there any more: {0}</source>
   <translation>文件已不在原处：{0}</translation>
  </message>
  <message>
   <source>No program on this desktop opens {0}</source>
   <translation>此桌面上没有程序能打开 {0}</translation>
  </message>
 </context>
 <context>
  <name>Dialogs</name>
  <message>
   <source>Keys without Ctrl or Alt work while no text field or list has the focus.</source>
   <translation>不带 Ctrl 或 Alt 的按键在焦点不在文本框或列表中时有效。</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <source>Messages</source>
   <translation>消息</translation>
  </message>
  <message>
   <source>No messages.</source>
   <translation>没有消息。</translation>
  </message>
  <message>
   <source>How true is this?</source>
   <translation>这有多真？</translation>
  </message>
  <message>
   <source>counted in the run; does not rest on the cost model</source>
   <translation>在运行中逐一计数，不依赖成本模型</translation>
  </message>
  <message>
   <source>rests on the cost model or on a formula for teaching</source>
   <translation>依赖成本模型或教学用公式</translation>
  </message>
  <message>
   <source>a figure that a source reports about itself</source>
   <translation>文献对自身报告的数字</translation>
  </message>
  <message>
   <source>a figure from inside a production system</source>
   <translation>来自生产系统内部的数字</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>笔记</translation>
  </message>
  <message>
   <source>Log</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>How serving of language models works, and what each technique moves.</source>
   <translation>语言模型推理服务如何运作，以及每项技术改变了什么。</translation>
  </message>
  <message>
   <source>Evidence</source>
   <translation>证据</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>About Eighteen Ledgers</source>
   <translation>关于《十八本账》</translation>
  </message>
 </context>
 <context>
  <name>DistributionPlot</name>
  <message>
   <source>share of values</source>
   <translation>数值占比</translation>
  </message>
  <message>
   <source>share up to here</source>
   <translation>累计占比</translation>
  </message>
  <message>
   <source>{name}: {share} within</source>
   <translation>{name}：{share} 在约定内</translation>
  </message>
  <message>
   <source>up to {0}</source>
   <translation>至 {0}</translation>
  </message>
  <message>
   <source>{0} values</source>
   <translation>{0} 个数值</translation>
  </message>
  <message>
   <source>{0} never came</source>
   <translation>{0} 个始终未到</translation>
  </message>
  <message>
   <source>series</source>
   <translation>系列</translation>
  </message>
 </context>
 <context>
  <name>Experiment</name>
  <message>
   <source>What has to hold</source>
   <translation>必须成立</translation>
  </message>
  <message>
   <source>Findings</source>
   <translation>结果</translation>
  </message>
  <message>
   <source>✓ holds</source>
   <translation>✓ 成立</translation>
  </message>
  <message>
   <source>✗ violated</source>
   <translation>✗ 不成立</translation>
  </message>
  <message>
   <source>given</source>
   <translation>给定</translation>
  </message>
  <message>
   <source>drafted</source>
   <translation>草拟</translation>
  </message>
  <message>
   <source>accepted</source>
   <translation>接受</translation>
  </message>
  <message>
   <source>rejected</source>
   <translation>拒绝</translation>
  </message>
  <message>
   <source>resampled</source>
   <translation>重新采样</translation>
  </message>
  <message>
   <source>bonus</source>
   <translation>额外</translation>
  </message>
 </context>
 <context>
  <name>ExperimentStage</name>
  <message>
   <source>Experiment</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>Previous frame</source>
   <translation>上一帧</translation>
  </message>
  <message>
   <source>Next frame</source>
   <translation>下一帧</translation>
  </message>
  <message>
   <source>No experiment</source>
   <translation>没有实验</translation>
  </message>
  <message>
   <source>Pick a technique that has one: its mechanism is computed and drawn here.</source>
   <translation>请选择带有实验的技术：其机制会在此计算并绘出。</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>Export references</source>
   <translation>导出文献</translation>
  </message>
  <message>
   <source>Which sources</source>
   <translation>导出哪些文献</translation>
  </message>
  <message>
   <source>&amp;Format</source>
   <translation>格式(&amp;F)</translation>
  </message>
  <message>
   <source>The selected ones ({0})</source>
   <translation>所选文献（{0}）</translation>
  </message>
  <message>
   <source>All that the filter shows ({0})</source>
   <translation>筛选所显示的全部（{0}）</translation>
  </message>
  <message>
   <source>Only your own ({0})</source>
   <translation>仅自建文献（{0}）</translation>
  </message>
  <message>
   <source>Everything, with the neighbours ({0})</source>
   <translation>全部，含周边文献（{0}）</translation>
  </message>
  <message>
   <source>Only the one that is looked at</source>
   <translation>仅正在查看的这一篇</translation>
  </message>
  <message>
   <source>For LaTeX and reference managers; what only this program knows stands in x-… fields.</source>
   <translation>用于 LaTeX 和文献管理软件；本程序特有的内容写在 x-… 字段中。</translation>
  </message>
  <message>
   <source>For EndNote and other reference managers.</source>
   <translation>用于 EndNote 等文献管理软件。</translation>
  </message>
  <message>
   <source>For Zotero, Pandoc and citation processors.</source>
   <translation>用于 Zotero、Pandoc 和引文处理程序。</translation>
  </message>
  <message>
   <source>For spreadsheets: everything a source says, except its claims.</source>
   <translation>用于电子表格：包含文献的全部内容，但不含其论断。</translation>
  </message>
  <message>
   <source>For Gephi, yEd and other graph programs: sources as nodes, what they build on as edges.</source>
   <translation>用于 Gephi、yEd 等图软件：文献为节点，传承关系为边。</translation>
  </message>
  <message>
   <source>One line an edge: what is newer, what it builds on, how, and why.</source>
   <translation>每行一条边：较新的文献、其基础、关系和原因。</translation>
  </message>
  <message>
   <source>{sources} sources, {edges} edges between them.</source>
   <translation>{sources} 篇文献，之间有 {edges} 条边。</translation>
  </message>
 </context>
 <context>
  <name>Exports</name>
  <message>
   <source>Export view</source>
   <translation>导出视图</translation>
  </message>
  <message>
   <source>View:</source>
   <translation>视图：</translation>
  </message>
  <message>
   <source>This view has not been opened yet.</source>
   <translation>该视图尚未打开。</translation>
  </message>
  <message>
   <source>Export ledgers</source>
   <translation>导出账本</translation>
  </message>
  <message>
   <source>Export path table</source>
   <translation>导出路径表</translation>
  </message>
  <message>
   <source>Save scenario</source>
   <translation>保存场景</translation>
  </message>
  <message>
   <source>Save recording</source>
   <translation>保存录制</translation>
  </message>
  <message>
   <source>Not written: {0}</source>
   <translation>未写入：{0}</translation>
  </message>
  <message>
   <source>Written: {0}</source>
   <translation>已写入：{0}</translation>
  </message>
 </context>
 <context>
  <name>FaultPage</name>
  <message>
   <source>Nothing broke in this run. Choose a fault under “What breaks”.</source>
   <translation>本次运行没有故障。请在“哪里出错”下选择一种故障。</translation>
  </message>
  <message>
   <source>No page died, and no request lost state.</source>
   <translation>没有页失效，也没有请求丢失状态。</translation>
  </message>
  <message>
   <source>Pages that died, by what they held</source>
   <translation>失效的页，按其内容</translation>
  </message>
  <message>
   <source>What requests lost, and how they got it back</source>
   <translation>请求丢失了什么，又如何补回</translation>
  </message>
  <message>
   <source>prefix {0}</source>
   <translation>前缀 {0}</translation>
  </message>
  <message>
   <source>single tasks</source>
   <translation>单个任务</translation>
  </message>
  <message>
   <source>not full yet</source>
   <translation>尚未写满</translation>
  </message>
  <message>
   <source>{0} pages</source>
   <translation>{0} 页</translation>
  </message>
  <message>
   <source>the link</source>
   <translation>链路</translation>
  </message>
  <message>
   <source>replica {0}</source>
   <translation>副本 {0}</translation>
  </message>
  <message>
   <source>At {0}, {1}: {2} pages invalid, {3} of them in use.</source>
   <translation>{0} 时，{1}：{2} 页失效，其中 {3} 页正在使用。</translation>
  </message>
  <message>
   <source>{0} requests lost {1}; {2} computed again.</source>
   <translation>{0} 个请求丢失 {1}；重算 {2}。</translation>
  </message>
  <message>
   <source>Hit share of those admitted before {0}, after {1}.</source>
   <translation>此前准入的请求命中占比 {0}，此后 {1}。</translation>
  </message>
  <message>
   <source>found in a cache</source>
   <translation>在缓存中找到</translation>
  </message>
  <message>
   <source>computed again</source>
   <translation>重算</translation>
  </message>
  <message>
   <source>not needed any more</source>
   <translation>不再需要</translation>
  </message>
  <message>
   <source>given up</source>
   <translation>放弃</translation>
  </message>
  <message>
   <source>cut short</source>
   <translation>提前截断</translation>
  </message>
  <message>
   <source>back after {0}</source>
   <translation>{0} 后恢复</translation>
  </message>
 </context>
 <context>
  <name>FigurePanel</name>
  <message>
   <source>does not apply</source>
   <translation>不适用</translation>
  </message>
  <message>
   <source>Figure</source>
   <translation>量</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>数值</translation>
  </message>
  <message>
   <source>Formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>With these numbers</source>
   <translation>代入数值</translation>
  </message>
  <message>
   <source>Known how</source>
   <translation>依据</translation>
  </message>
  <message>
   <source>Numbers and formulas</source>
   <translation>数值与公式</translation>
  </message>
 </context>
 <context>
  <name>FilmKey</name>
  <message>
   <source>not looked at</source>
   <translation>未查看</translation>
  </message>
 </context>
 <context>
  <name>Filter</name>
  <message>
   <source>words</source>
   <translation>词语</translation>
  </message>
  <message>
   <source>ledger</source>
   <translation>账本</translation>
  </message>
  <message>
   <source>effect</source>
   <translation>作用</translation>
  </message>
  <message>
   <source>years</source>
   <translation>年份</translation>
  </message>
  <message>
   <source>evidence</source>
   <translation>证据</translation>
  </message>
  <message>
   <source>kind</source>
   <translation>类型</translation>
  </message>
  <message>
   <source>relation</source>
   <translation>关系</translation>
  </message>
  <message>
   <source>status</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>tag</source>
   <translation>标签</translation>
  </message>
  <message>
   <source>not verified</source>
   <translation>未核实</translation>
  </message>
  <message>
   <source>since {0}</source>
   <translation>{0} 年起</translation>
  </message>
  <message>
   <source>until {0}</source>
   <translation>{0} 年止</translation>
  </message>
  <message>
   <source> or </source>
   <translation> 或 </translation>
  </message>
 </context>
 <context>
  <name>FilterBar</name>
  <message>
   <source>No filter: all {0} sources are shown.</source>
   <translation>没有筛选：显示全部 {0} 篇文献。</translation>
  </message>
  <message>
   <source>Filter: {0}. {1} of {2} sources are shown.</source>
   <translation>筛选：{0}。显示 {2} 篇文献中的 {1} 篇。</translation>
  </message>
  <message>
   <source>or</source>
   <translation>或</translation>
  </message>
  <message>
   <source>{0} of {1} shown</source>
   <translation>显示 {0} / {1}</translation>
  </message>
  <message>
   <source>Filter</source>
   <translation>筛选</translation>
  </message>
  <message>
   <source>Words to look for</source>
   <translation>要查找的词</translation>
  </message>
  <message>
   <source>Words that sources must contain</source>
   <translation>文献必须包含的词</translation>
  </message>
  <message>
   <source>Every word must occur in name, title, authors, mechanism, notes or tags. Esc empties the field.</source>
   <translation>每个词都须出现在名称、标题、作者、机制、笔记或标签中。Esc 清空输入框。</translation>
  </message>
  <message>
   <source>&amp;Add filter</source>
   <translation>添加筛选(&amp;A)</translation>
  </message>
  <message>
   <source>Narrow by ledger, effect, years, evidence, kind, relation, status or tag</source>
   <translation>按账本、作用、年份、证据、类型、关系、状态或标签收窄</translation>
  </message>
  <message>
   <source>Show all</source>
   <translation>显示全部</translation>
  </message>
  <message>
   <source>Take the whole filter away</source>
   <translation>取消全部筛选</translation>
  </message>
 </context>
 <context>
  <name>FilterChip</name>
  <message>
   <source>Part of the filter. Delete takes it away, Enter changes it.</source>
   <translation>筛选条件之一。Delete 取消，Enter 更改。</translation>
  </message>
  <message>
   <source>Click to change, × or Delete to take away</source>
   <translation>点击更改，× 或 Delete 取消</translation>
  </message>
 </context>
 <context>
  <name>FilterMenu</name>
  <message>
   <source>&amp;Ledger</source>
   <translation>账本(&amp;L)</translation>
  </message>
  <message>
   <source>&amp;Effect</source>
   <translation>作用(&amp;E)</translation>
  </message>
  <message>
   <source>&amp;Years</source>
   <translation>年份(&amp;Y)</translation>
  </message>
  <message>
   <source>E&amp;vidence</source>
   <translation>证据(&amp;V)</translation>
  </message>
  <message>
   <source>&amp;Kind</source>
   <translation>类型(&amp;K)</translation>
  </message>
  <message>
   <source>&amp;Relation</source>
   <translation>关系(&amp;R)</translation>
  </message>
  <message>
   <source>Reading &amp;status</source>
   <translation>阅读状态(&amp;S)</translation>
  </message>
  <message>
   <source>&amp;Tag</source>
   <translation>标签(&amp;T)</translation>
  </message>
  <message>
   <source>{0} more: write the tag in the field of words</source>
   <translation>还有 {0} 个：请在词语框中输入标签</translation>
  </message>
  <message>
   <source>&amp;From</source>
   <translation>从(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;To</source>
   <translation>到(&amp;T)</translation>
  </message>
  <message>
   <source>&amp;any year</source>
   <translation>不限(&amp;A)</translation>
  </message>
 </context>
 <context>
  <name>Fleet</name>
  <message>
   <source>shared store</source>
   <translation>共享存储</translation>
  </message>
  <message>
   <source>host memory</source>
   <translation>主机内存</translation>
  </message>
  <message>
   <source>the link</source>
   <translation>链路</translation>
  </message>
  <message>
   <source>prefill and decode</source>
   <translation>预填充与解码</translation>
  </message>
  <message>
   <source>prefill</source>
   <translation>预填充</translation>
  </message>
  <message>
   <source>decode</source>
   <translation>解码</translation>
  </message>
  <message>
   <source>drains before it changes</source>
   <translation>转换前排空</translation>
  </message>
  <message>
   <source>down: its pages are lost</source>
   <translation>停机：页已丢失</translation>
  </message>
  <message>
   <source>slow: everything takes {times} times as long</source>
   <translation>变慢：一切耗时为平时的 {times} 倍</translation>
  </message>
  <message>
   <source>pages invalidated: {count}</source>
   <translation>作废的页：{count}</translation>
  </message>
  <message>
   <source>requests that lost their state: {count}</source>
   <translation>失去状态的请求：{count}</translation>
  </message>
  <message>
   <source>{engine} dies, pages lost: {count}</source>
   <translation>{engine} 停机，丢失页 {count}</translation>
  </message>
  <message>
   <source>{engine} is back, empty</source>
   <translation>{engine} 恢复，为空</translation>
  </message>
  <message>
   <source>{engine} slows down</source>
   <translation>{engine} 变慢</translation>
  </message>
  <message>
   <source>{engine} is as fast as usual again</source>
   <translation>{engine} 恢复正常速度</translation>
  </message>
  <message>
   <source>{engine}: {role} from here on</source>
   <translation>{engine}：从此{role}</translation>
  </message>
  <message>
   <source>{request} goes to host memory, {bytes}</source>
   <translation>{request} 换出到主机内存，{bytes}</translation>
  </message>
  <message>
   <source>{request} comes back from host memory, {bytes}</source>
   <translation>{request} 从主机内存换回，{bytes}</translation>
  </message>
  <message>
   <source>{request} moves to {engine}, {bytes}</source>
   <translation>{request} 迁移到 {engine}，{bytes}</translation>
  </message>
  <message>
   <source>down</source>
   <translation>停机</translation>
  </message>
  <message>
   <source>{times}× slower</source>
   <translation>慢 {times} 倍</translation>
  </message>
 </context>
 <context>
  <name>FleetLab</name>
  <message>
   <source>Replicas and routing</source>
   <translation>副本与路由</translation>
  </message>
  <message>
   <source>to its prefix, up to a cap</source>
   <translation>去往其前缀所在处，但有上限</translation>
  </message>
  <message>
   <source>to its prefix, always</source>
   <translation>总是去往其前缀所在处</translation>
  </message>
  <message>
   <source>to the fewest requests</source>
   <translation>去往请求最少处</translation>
  </message>
  <message>
   <source>to the fewest tokens</source>
   <translation>去往 token 最少处</translation>
  </message>
  <message>
   <source>to the better of two drawn</source>
   <translation>随机抽两个取较闲者</translation>
  </message>
  <message>
   <source>to each in turn</source>
   <translation>轮流</translation>
  </message>
  <message>
   <source>Replicas</source>
   <translation>副本数</translation>
  </message>
  <message>
   <source>A request goes</source>
   <translation>请求去往何处</translation>
  </message>
  <message>
   <source>Balance ← cap → affinity</source>
   <translation>均衡 ← 上限 → 亲和</translation>
  </message>
  <message>
   <source>A replica with more than so many times the mean is passed over although it has the prefix.</source>
   <translation>副本的负载超过均值的这一倍数时，即使存有该前缀也会被跳过。</translation>
  </message>
  <message>
   <source>Who asks</source>
   <translation>谁在请求</translation>
  </message>
  <message>
   <source>Prefixes (repositories)</source>
   <translation>前缀（代码仓库）数</translation>
  </message>
  <message>
   <source>Length of a prefix</source>
   <translation>前缀长度</translation>
  </message>
  <message>
   <source>Popularity falls as 1 / rank^</source>
   <translation>热度按 1 / 名次 的幂下降</translation>
  </message>
  <message>
   <source>0: all prefixes alike. 2: the first is asked for four times as often as the second.</source>
   <translation>0：各前缀相同。2：第一名的请求数是第二名的四倍。</translation>
  </message>
  <message>
   <source>Requests a second</source>
   <translation>每秒请求数</translation>
  </message>
  <message>
   <source>Requests in all</source>
   <translation>请求总数</translation>
  </message>
  <message>
   <source>Calls per agent's task</source>
   <translation>智能体每个任务的调用数</translation>
  </message>
  <message>
   <source>Each call's prompt is all before it.</source>
   <translation>每次调用的提示包含此前的全部内容。</translation>
  </message>
  <message>
   <source>Time of a tool, mean</source>
   <translation>工具用时，均值</translation>
  </message>
  <message>
   <source>New in a task, median</source>
   <translation>任务新增，中位数</translation>
  </message>
  <message>
   <source>A tool returns, median</source>
   <translation>工具返回，中位数</translation>
  </message>
  <message>
   <source>Answer, median</source>
   <translation>回答，中位数</translation>
  </message>
  <message>
   <source>Long from new tokens</source>
   <translation>“长”的新 token 数起点</translation>
  </message>
  <message>
   <source>A request that brings so many prompt tokens that nobody has sent before counts as long.</source>
   <translation>带来这么多从未有人发送过的提示 token 的请求算作长请求。</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>随机种子</translation>
  </message>
  <message>
   <source>Where state lies</source>
   <translation>状态存放处</translation>
  </message>
  <message>
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <source>gets pages when computed</source>
   <translation>页算出即写入</translation>
  </message>
  <message>
   <source>gets pages when driven out</source>
   <translation>页被逐出时写入</translation>
  </message>
  <message>
   <source>Pages of a replica</source>
   <translation>每个副本的页数</translation>
  </message>
  <message>
   <source>0: as many as its devices have room for.</source>
   <translation>0：设备能容纳多少就是多少。</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>页大小</translation>
  </message>
  <message>
   <source>Host memory</source>
   <translation>主机内存</translation>
  </message>
  <message>
   <source>Per replica.</source>
   <translation>每个副本。</translation>
  </message>
  <message>
   <source>Disks</source>
   <translation>磁盘</translation>
  </message>
  <message>
   <source>Shared store</source>
   <translation>共享存储</translation>
  </message>
  <message>
   <source>Size of the store</source>
   <translation>共享存储容量</translation>
  </message>
  <message>
   <source>Link to the store</source>
   <translation>到共享存储的链路</translation>
  </message>
  <message>
   <source>Who is let in</source>
   <translation>谁被准入</translation>
  </message>
  <message>
   <source>Budget of a replica</source>
   <translation>每个副本的预算</translation>
  </message>
  <message>
   <source>Prompts and answers of all that have not ended; whoever exceeds it is turned away. 0: no limit.</source>
   <translation>所有未结束请求的提示与回答之和；超出者被拒。0：不限。</translation>
  </message>
  <message>
   <source>Turn away who would be late</source>
   <translation>拒绝将会超时者</translation>
  </message>
  <message>
   <source>Whoever is predicted to wait longer for a first token than the contract allows.</source>
   <translation>预计首 token 等待超过合约允许时间的请求。</translation>
  </message>
  <message>
   <source>Promised first token</source>
   <translation>承诺的首 token 时间</translation>
  </message>
  <message>
   <source>Promised next token</source>
   <translation>承诺的每 token 时间</translation>
  </message>
  <message>
   <source>What breaks</source>
   <translation>哪里出错</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>无</translation>
  </message>
  <message>
   <source>a replica dies</source>
   <translation>一个副本死亡</translation>
  </message>
  <message>
   <source>pages turn out wrong</source>
   <translation>页内容出错</translation>
  </message>
  <message>
   <source>a replica is slow</source>
   <translation>一个副本变慢</translation>
  </message>
  <message>
   <source>the link is slow</source>
   <translation>链路变慢</translation>
  </message>
  <message>
   <source>as usual</source>
   <translation>照常规</translation>
  </message>
  <message>
   <source>computed again there</source>
   <translation>在原处重算</translation>
  </message>
  <message>
   <source>sent elsewhere</source>
   <translation>改送别处</translation>
  </message>
  <message>
   <source>answered as far as they are</source>
   <translation>就已有部分作答</translation>
  </message>
  <message>
   <source>given up</source>
   <translation>放弃</translation>
  </message>
  <message>
   <source>Fault</source>
   <translation>故障</translation>
  </message>
  <message>
   <source>After</source>
   <translation>发生于</translation>
  </message>
  <message>
   <source>Replica</source>
   <translation>副本</translation>
  </message>
  <message>
   <source>For</source>
   <translation>持续</translation>
  </message>
  <message>
   <source>0: until the end of the run.</source>
   <translation>0：直到运行结束。</translation>
  </message>
  <message>
   <source>Wrong part of the pages</source>
   <translation>出错的页占比</translation>
  </message>
  <message>
   <source>Its requests are</source>
   <translation>相关请求</translation>
  </message>
  <message>
   <source>Model and devices</source>
   <translation>模型与设备</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Device</source>
   <translation>设备</translation>
  </message>
  <message>
   <source>Devices per replica</source>
   <translation>每个副本的设备数</translation>
  </message>
  <message>
   <source>Tokens per iteration</source>
   <translation>每轮迭代的 token 数</translation>
  </message>
  <message>
   <source>The prefix is in a cache. Why does the request still wait?</source>
   <translation>前缀已在缓存中，请求为何仍要等待？</translation>
  </message>
  <message>
   <source>Agents on repositories</source>
   <translation>代码仓库上的智能体</translation>
  </message>
  <message>
   <source>Prefixes of 400K tokens, followed up to a cap: most is found, and no replica drowns.</source>
   <translation>40 万 token 的前缀，亲和但有上限：大多命中，且没有副本被压垮。</translation>
  </message>
  <message>
   <source>A shared store</source>
   <translation>共享存储</translation>
  </message>
  <message>
   <source>Requests go where least is to do, and state follows them over a fast link.</source>
   <translation>请求去往最闲处，状态经快速链路随之而来。</translation>
  </message>
  <message>
   <source>Host memory below</source>
   <translation>下层有主机内存</translation>
  </message>
  <message>
   <source>Too little room for the prefixes of a replica, but host memory keeps what is pushed out.</source>
   <translation>副本放不下自己的前缀，但被挤出的由主机内存留存。</translation>
  </message>
  <message>
   <source>A death survived</source>
   <translation>挺过一次死亡</translation>
  </message>
  <message>
   <source>The replica with the hottest prefix dies; the others fetch its state from the store.</source>
   <translation>存有最热前缀的副本死亡；其余副本从共享存储取回其状态。</translation>
  </message>
  <message>
   <source>A doorkeeper</source>
   <translation>有人把门</translation>
  </message>
  <message>
   <source>More than the fleet can do: a budget of tokens turns some away, and the rest are served in time.</source>
   <translation>超出机群能力：token 预算拒绝一部分，其余按时完成。</translation>
  </message>
  <message>
   <source>Affinity alone</source>
   <translation>只讲亲和</translation>
  </message>
  <message>
   <source>Every request follows its prefix: hits are best, and one replica has nearly all the work.</source>
   <translation>每个请求都跟随前缀：命中最好，而几乎所有工作落在一个副本上。</translation>
  </message>
  <message>
   <source>Balance alone</source>
   <translation>只讲均衡</translation>
  </message>
  <message>
   <source>Work is spread evenly, and every replica computes every prefix itself.</source>
   <translation>工作均匀分布，而每个副本都要自己计算每个前缀。</translation>
  </message>
  <message>
   <source>Caches too small</source>
   <translation>缓存太小</translation>
  </message>
  <message>
   <source>The prefixes of a replica do not fit beside each other: each drives out the next.</source>
   <translation>一个副本的各前缀无法并存：彼此相互逐出。</translation>
  </message>
  <message>
   <source>A slow store</source>
   <translation>慢链路后的存储</translation>
  </message>
  <message>
   <source>Fetching a prefix takes longer than computing it.</source>
   <translation>取回前缀比计算它还慢。</translation>
  </message>
  <message>
   <source>An open door</source>
   <translation>来者不拒</translation>
  </message>
  <message>
   <source>The same rush without a budget: everything is accepted, and much of it is late.</source>
   <translation>同样的高峰而没有预算：全部接受，其中许多超时。</translation>
  </message>
  <message>
   <source>A costly death</source>
   <translation>代价沉重的死亡</translation>
  </message>
  <message>
   <source>The replica with the hottest prefix dies without a store: all of it is computed again.</source>
   <translation>存有最热前缀的副本死亡，又没有共享存储：全部重算。</translation>
  </message>
  <message>
   <source>Bad pages</source>
   <translation>页内容损坏</translation>
  </message>
  <message>
   <source>The state of a replica turns out wrong. None of it may be hit; it is computed again.</source>
   <translation>一个副本的状态出错。其中任何一页都不得命中，只能重算。</translation>
  </message>
  <message>
   <source>{kept} of the requests met the contract: cache and balance together hold.</source>
   <translation>{kept} 的请求满足合约：缓存与均衡兼顾。</translation>
  </message>
  <message>
   <source>{kept} met the contract: the store brings state to wherever there is room.</source>
   <translation>{kept} 满足合约：共享存储把状态送到有空闲的地方。</translation>
  </message>
  <message>
   <source>{kept} met the contract in spite of the fault; {late} requests were late.</source>
   <translation>尽管发生故障，仍有 {kept} 满足合约；{late} 个请求超时。</translation>
  </message>
  <message>
   <source>{rejected} of {requests} were turned away; of those let in, {kept} met the contract.</source>
   <translation>{requests} 个中有 {rejected} 个被拒；准入者中 {kept} 满足合约。</translation>
  </message>
  <message>
   <source>{kept} met the contract: {late_before} late before the fault, {late_after} after it.</source>
   <translation>{kept} 满足合约：故障前 {late_before} 超时，故障后 {late_after}。</translation>
  </message>
  <message>
   <source>Only {kept} met the contract: replica {replica} got {imbalance} the mean, and {share} of what was late.</source>
   <translation>仅 {kept} 满足合约：副本 {replica} 收到均值的 {imbalance}，并占超时请求的 {share}。</translation>
  </message>
  <message>
   <source>Only {kept} met the contract: of {filled} pages that were filled, {dropped} were driven out.</source>
   <translation>仅 {kept} 满足合约：写满的 {filled} 页中有 {dropped} 页被逐出。</translation>
  </message>
  <message>
   <source>Only {kept} met the contract: a prefix was computed on {copies} replicas; {hit} found of {reachable}.</source>
   <translation>仅 {kept} 满足合约：一个前缀在 {copies} 个副本上各算一遍；可命中 {reachable}，实际命中 {hit}。</translation>
  </message>
  <message>
   <source>Only {kept} met the contract: {late} of {admitted} were late. There is too much to do.</source>
   <translation>仅 {kept} 满足合约：{admitted} 个中有 {late} 个超时。工作太多。</translation>
  </message>
  <message>
   <source>Most requests can never fit into a replica.</source>
   <translation>多数请求根本放不进一个副本。</translation>
  </message>
  <message>
   <source>The model does not fit: {why}</source>
   <translation>模型放不下：{why}</translation>
  </message>
  <message>
   <source>A request needs the state of {tokens} tokens; a replica has room for {room}.</source>
   <translation>一个请求需要 {tokens} 个 token 的状态；一个副本只能容纳 {room}。</translation>
  </message>
  <message>
   <source>Fetching a prefix from the store takes {fetch_s}, computing it {cold_s}.</source>
   <translation>从共享存储取回一个前缀需 {fetch_s}，计算它需 {cold_s}。</translation>
  </message>
  <message>
   <source>The link to the store would need {link_load} of its rate.</source>
   <translation>到共享存储的链路需要其速率的 {link_load}。</translation>
  </message>
  <message>
   <source>The prefixes of one replica take {crowd} of its memory: what comes beside drives them out.</source>
   <translation>一个副本的前缀占其内存的 {crowd}：再有别的内容就会把它们逐出。</translation>
  </message>
  <message>
   <source>While requests arrive, the busiest replica is given {load} of what it can do: it ends {behind_s} behind.</source>
   <translation>请求到达期间，最忙的副本被分到其能力的 {load}：最终落后 {behind_s}。</translation>
  </message>
  <message>
   <source>{hit} of the prompt tokens are found; if requests followed their prefix, {reachable}.</source>
   <translation>{hit} 的提示 token 命中；若请求跟随其前缀，可达 {reachable}。</translation>
  </message>
  <message>
   <source>{hit} of the prompt tokens are found, and the busiest replica is {load} busy with the rest.</source>
   <translation>{hit} 的提示 token 命中，其余使最忙的副本忙碌 {load}。</translation>
  </message>
  <message>
   <source>Room of a replica</source>
   <translation>副本容量</translation>
  </message>
  <message>
   <source>All prefixes</source>
   <translation>全部前缀</translation>
  </message>
  <message>
   <source>Found with affinity</source>
   <translation>亲和时命中</translation>
  </message>
  <message>
   <source>Found with balance</source>
   <translation>均衡时命中</translation>
  </message>
  <message>
   <source>Found as set</source>
   <translation>当前设置命中</translation>
  </message>
  <message>
   <source>Busiest replica, expected</source>
   <translation>最忙副本，预期</translation>
  </message>
  <message>
   <source>A prefix from nothing</source>
   <translation>从零计算一个前缀</translation>
  </message>
  <message>
   <source>Prompt work of the busiest</source>
   <translation>最忙副本的提示计算</translation>
  </message>
  <message>
   <source>A prefix from the store</source>
   <translation>从存储取一个前缀</translation>
  </message>
  <message>
   <source>Effective hit tokens</source>
   <translation>有效命中 token</translation>
  </message>
  <message>
   <source>Hit rate, counted</source>
   <translation>命中率，实测计数</translation>
  </message>
  <message>
   <source>Busiest replica, counted</source>
   <translation>最忙副本，实测计数</translation>
  </message>
  <message>
   <source>Let in</source>
   <translation>准入</translation>
  </message>
  <message>
   <source>Goodput, short</source>
   <translation>有效吞吐 (goodput)，短请求</translation>
  </message>
  <message>
   <source>Goodput, long</source>
   <translation>有效吞吐 (goodput)，长请求</translation>
  </message>
  <message>
   <source>Hits on dead pages</source>
   <translation>命中失效页</translation>
  </message>
  <message>
   <source>too large</source>
   <translation>过大</translation>
  </message>
  <message>
   <source>budget of tokens used up</source>
   <translation>token 预算用尽</translation>
  </message>
  <message>
   <source>would have been late</source>
   <translation>将会超时</translation>
  </message>
  <message>
   <source>given up after a fault</source>
   <translation>故障后放弃</translation>
  </message>
 </context>
 <context>
  <name>FleetMapPane</name>
  <message>
   <source>Moment of the run</source>
   <translation>运行中的时刻</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>Play the run</source>
   <translation>播放运行过程</translation>
  </message>
  <message>
   <source>The model does not fit on its devices.</source>
   <translation>模型在设备上放不下。</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0} / {1}</translation>
  </message>
  <message>
   <source>Replicas, expected: prompt work while requests arrive</source>
   <translation>副本，预期：请求到达期间的提示计算</translation>
  </message>
  <message>
   <source>replica {0}</source>
   <translation>副本 {0}</translation>
  </message>
  <message>
   <source>{0} of the requests</source>
   <translation>请求的 {0}</translation>
  </message>
  <message>
   <source>busy with prompts</source>
   <translation>忙于提示计算</translation>
  </message>
  <message>
   <source>Where requests for each prefix go, expected (share of all requests)</source>
   <translation>各前缀的请求去往何处，预期（占全部请求）</translation>
  </message>
  <message>
   <source>Replicas: how late the requests there will be, and what the caches hold</source>
   <translation>副本：其请求将有多迟，缓存中有什么</translation>
  </message>
  <message>
   <source>prefixes</source>
   <translation>前缀</translation>
  </message>
  <message>
   <source>single tasks</source>
   <translation>单个任务</translation>
  </message>
  <message>
   <source>being written</source>
   <translation>正在写入</translation>
  </message>
  <message>
   <source>longest wait for a first token {0}</source>
   <translation>首 token 最长等待 {0}</translation>
  </message>
  <message>
   <source>requests: {0}</source>
   <translation>请求：{0}</translation>
  </message>
  <message>
   <source>contract used up, median request there</source>
   <translation>已用掉的合约时间，该处请求的中位数</translation>
  </message>
  <message>
   <source>Which prefix lies in which replica (share of its pages that can be found)</source>
   <translation>哪个前缀在哪个副本中（可命中的页占比）</translation>
  </message>
  <message>
   <source>prefix, by popularity</source>
   <translation>前缀，按热度</translation>
  </message>
 </context>
 <context>
  <name>FleetPage</name>
  <message>
   <source>Simulated after a moment.</source>
   <translation>稍后模拟。</translation>
  </message>
 </context>
 <context>
  <name>FleetView</name>
  <message>
   <source>Trade-off</source>
   <translation>权衡</translation>
  </message>
  <message>
   <source>Tokens and requests</source>
   <translation>token 与请求</translation>
  </message>
  <message>
   <source>The fault</source>
   <translation>故障</translation>
  </message>
  <message>
   <source>What to look at</source>
   <translation>查看内容</translation>
  </message>
  <message>
   <source>{0} A dead page is never a hit: {1} of {2} page hits were on one of the {3} pages that died.</source>
   <translation>{0} 失效页绝不算命中：{2} 次页命中里有 {1} 次落在失效的 {3} 页上。</translation>
  </message>
 </context>
 <context>
  <name>Format</name>
  <message>
   <source>not exercised</source>
   <translation>未触及</translation>
  </message>
 </context>
 <context>
  <name>FreeClaim</name>
  <message>
   <source>Figure</source>
   <translation>数字</translation>
  </message>
  <message>
   <source>Unit</source>
   <translation>单位</translation>
  </message>
  <message>
   <source>Of what</source>
   <translation>指标</translation>
  </message>
  <message>
   <source>throughput at the same latency</source>
   <translation>相同时延下的吞吐量</translation>
  </message>
  <message>
   <source>Baseline</source>
   <translation>基线</translation>
  </message>
  <message>
   <source>compared with what</source>
   <translation>和什么比</translation>
  </message>
  <message>
   <source>Conditions</source>
   <translation>条件</translation>
  </message>
  <message>
   <source>model, hardware, workload, batch …</source>
   <translation>模型、硬件、负载、批大小……</translation>
  </message>
  <message>
   <source>Place</source>
   <translation>出处</translation>
  </message>
  <message>
   <source>where it is written</source>
   <translation>写在哪里</translation>
  </message>
 </context>
 <context>
  <name>Head</name>
  <message>
   <source>What fills the middle: {0}</source>
   <translation>中间显示：{0}</translation>
  </message>
  <message>
   <source>Systems to break with your own hands</source>
   <translation>可以亲手弄坏的系统</translation>
  </message>
  <message>
   <source>Questions for “X times faster”</source>
   <translation>对“快 X 倍”的追问</translation>
  </message>
  <message>
   <source>Labs</source>
   <translation>实验室</translation>
  </message>
  <message>
   <source>Audit</source>
   <translation>审计</translation>
  </message>
  <message>
   <source>{0} sources, {1} can be run</source>
   <translation>{0} 篇文献，其中 {1} 篇可运行</translation>
  </message>
  <message>
   <source>Two sources side by side</source>
   <translation>并排显示两篇文献</translation>
  </message>
  <message>
   <source>{0} primary sources</source>
   <translation>{0} 篇一手文献</translation>
  </message>
  <message>
   <source>{0} neighbours</source>
   <translation>{0} 篇周边文献</translation>
  </message>
  <message>
   <source>{0} of your own</source>
   <translation>{0} 篇自建文献</translation>
  </message>
  <message>
   <source>The library</source>
   <translation>文献库</translation>
  </message>
 </context>
 <context>
  <name>ImportDialog</name>
  <message>
   <source>Import report</source>
   <translation>导入报告</translation>
  </message>
 </context>
 <context>
  <name>ImportReport</name>
  <message>
   <source>Import report</source>
   <translation>导入报告</translation>
  </message>
  <message>
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>Rows set aside</source>
   <translation>搁置的行</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>说明</translation>
  </message>
  <message>
   <source>If the file has columns of other names, name them below and read it again.</source>
   <translation>如果文件的列名不同，请在下方填写列名，然后重新读取。</translation>
  </message>
  <message>
   <source>This file could not be read as a trace.</source>
   <translation>此文件无法作为轨迹读取。</translation>
  </message>
  <message>
   <source>{rows} rows read</source>
   <translation>读取 {rows} 行</translation>
  </message>
  <message>
   <source>{rows} used</source>
   <translation>采用 {rows} 行</translation>
  </message>
  <message>
   <source>{rows} set aside</source>
   <translation>搁置 {rows} 行</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>Layout</source>
   <translation>格式</translation>
  </message>
  <message>
   <source>Unit of time</source>
   <translation>时间单位</translation>
  </message>
  <message>
   <source>First arrival</source>
   <translation>首个到达</translation>
  </message>
  <message>
   <source>Span</source>
   <translation>跨度</translation>
  </message>
  <message>
   <source>Rows in use</source>
   <translation>采用的行</translation>
  </message>
  <message>
   <source>Columns</source>
   <translation>列</translation>
  </message>
  <message>
   <source>Tokens per prefix id</source>
   <translation>每个前缀标识的 token 数</translation>
  </message>
  <message>
   <source>Conversations</source>
   <translation>会话</translation>
  </message>
  <message>
   <source>calls {first} to {last}</source>
   <translation>第 {first} 到 {last} 次调用</translation>
  </message>
  <message>
   <source>lines {first} to {last}</source>
   <translation>第 {first} 到 {last} 行</translation>
  </message>
  <message>
   <source>after the first {rows} rows</source>
   <translation>跳过前 {rows} 行</translation>
  </message>
  <message>
   <source>to the end of the file</source>
   <translation>直到文件末尾</translation>
  </message>
  <message>
   <source>the file goes on</source>
   <translation>文件还有更多行</translation>
  </message>
  <message>
   <source>calls {lines}</source>
   <translation>调用 {lines}</translation>
  </message>
  <message>
   <source>lines {lines}</source>
   <translation>行 {lines}</translation>
  </message>
  <message>
   <source>kept as rejected arrivals</source>
   <translation>保留为被拒绝的到达</translation>
  </message>
  <message>
   <source>left out</source>
   <translation>未采用</translation>
  </message>
 </context>
 <context>
  <name>Imports</name>
  <message>
   <source>Open trace, scenario or recording</source>
   <translation>打开轨迹、场景或录制</translation>
  </message>
  <message>
   <source>Traces, scenarios and recordings</source>
   <translation>轨迹、场景和录制</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
  <message>
   <source>References</source>
   <translation>参考文献</translation>
  </message>
 </context>
 <context>
  <name>Jobs</name>
  <message>
   <source>The simulation stopped unexpectedly: {how}</source>
   <translation>模拟意外停止：{how}</translation>
  </message>
 </context>
 <context>
  <name>KeptDialog</name>
  <message>
   <source>Saved paths and scenarios</source>
   <translation>已保存的路径和场景</translation>
  </message>
  <message>
   <source>Nothing is saved yet.</source>
   <translation>尚未保存任何内容。</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>显示</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
 </context>
 <context>
  <name>LabBar</name>
  <message>
   <source>Undo the last change of a setting (Ctrl+Z)</source>
   <translation>撤销上一次设置改动（Ctrl+Z）</translation>
  </message>
  <message>
   <source>Redo (Ctrl+Shift+Z)</source>
   <translation>重做（Ctrl+Shift+Z）</translation>
  </message>
  <message>
   <source>Reset to the first preset</source>
   <translation>重置为第一个预设</translation>
  </message>
  <message>
   <source>Open settings from a file</source>
   <translation>从文件打开设置</translation>
  </message>
  <message>
   <source>Save the settings to a file</source>
   <translation>将设置保存到文件</translation>
  </message>
  <message>
   <source>Copy a link to these settings</source>
   <translation>复制指向这组设置的链接</translation>
  </message>
  <message>
   <source>Copy the picture</source>
   <translation>复制图片</translation>
  </message>
  <message>
   <source>Copy the data as a table</source>
   <translation>将数据复制为表格</translation>
  </message>
  <message>
   <source>Run this as a scenario and show it on the request clock</source>
   <translation>作为场景运行，并在请求时钟上显示</translation>
  </message>
  <message>
   <source>Compare this on the eighteen ledgers with the same scenario without the choice</source>
   <translation>在十八本账上与未作该选择的同一场景比较</translation>
  </message>
  <message>
   <source>To the clock</source>
   <translation>送往时钟</translation>
  </message>
  <message>
   <source>To the ledgers</source>
   <translation>送往账本</translation>
  </message>
 </context>
 <context>
  <name>LabForm</name>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
 </context>
 <context>
  <name>LabPage</name>
  <message>
   <source>The link to these settings is on the clipboard.</source>
   <translation>指向这组设置的链接已复制到剪贴板。</translation>
  </message>
  <message>
   <source>The picture is on the clipboard.</source>
   <translation>图片已复制到剪贴板。</translation>
  </message>
  <message>
   <source>The data are on the clipboard, as a table.</source>
   <translation>数据已作为表格复制到剪贴板。</translation>
  </message>
  <message>
   <source>Works</source>
   <translation>可行</translation>
  </message>
  <message>
   <source>Tight</source>
   <translation>勉强</translation>
  </message>
  <message>
   <source>Fails</source>
   <translation>失败</translation>
  </message>
 </context>
 <context>
  <name>Labs</name>
  <message>
   <source>Settings of a lab</source>
   <translation>实验设置</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
  <message>
   <source>Open lab settings</source>
   <translation>打开实验设置</translation>
  </message>
  <message>
   <source>{0} holds no settings of a lab.</source>
   <translation>{0} 中没有实验的设置。</translation>
  </message>
  <message>
   <source>Such a file begins with a line like lab = "capacity".</source>
   <translation>这类文件以 lab = "capacity" 这样的一行开头。</translation>
  </message>
  <message>
   <source>There is no link to a lab on the clipboard.</source>
   <translation>剪贴板中没有指向实验的链接。</translation>
  </message>
  <message>
   <source>A link looks like eighteen-ledgers:capacity?context_tokens=131072</source>
   <translation>链接形如 eighteen-ledgers:capacity?context_tokens=131072</translation>
  </message>
  <message>
   <source>Save lab settings</source>
   <translation>保存实验设置</translation>
  </message>
  <message>
   <source>Save lab picture</source>
   <translation>保存实验图片</translation>
  </message>
  <message>
   <source>Save lab data</source>
   <translation>保存实验数据</translation>
  </message>
 </context>
 <context>
  <name>LabsPane</name>
  <message>
   <source>The settings of the lab cannot be used.</source>
   <translation>实验的设置无法使用。</translation>
  </message>
  <message>
   <source>What is in the 80 GB?</source>
   <translation>80 GB 里装了什么？</translation>
  </message>
  <message>
   <source>Slow first, slow next</source>
   <translation>首词慢与后续慢</translation>
  </message>
  <message>
   <source>Longer drafts, slower</source>
   <translation>草稿更长反而更慢</translation>
  </message>
  <message>
   <source>After the cache hit</source>
   <translation>缓存命中之后</translation>
  </message>
  <message>
   <source>Labs</source>
   <translation>实验室</translation>
  </message>
 </context>
 <context>
  <name>Ledger</name>
  <message>
   <source>Request</source>
   <translation>请求</translation>
  </message>
  <message>
   <source>Contract</source>
   <translation>契约</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Allocation</source>
   <translation>分配</translation>
  </message>
  <message>
   <source>Prefill</source>
   <translation>预填充</translation>
  </message>
  <message>
   <source>Decode</source>
   <translation>解码</translation>
  </message>
  <message>
   <source>Batching</source>
   <translation>批处理</translation>
  </message>
  <message>
   <source>Reuse</source>
   <translation>复用</translation>
  </message>
  <message>
   <source>Kernels</source>
   <translation>内核</translation>
  </message>
  <message>
   <source>Speculation</source>
   <translation>推测</translation>
  </message>
  <message>
   <source>Precision</source>
   <translation>精度</translation>
  </message>
  <message>
   <source>Parallelism</source>
   <translation>并行</translation>
  </message>
  <message>
   <source>Experts</source>
   <translation>专家</translation>
  </message>
  <message>
   <source>Network</source>
   <translation>网络</translation>
  </message>
  <message>
   <source>Routing</source>
   <translation>路由</translation>
  </message>
  <message>
   <source>Faults</source>
   <translation>故障</translation>
  </message>
  <message>
   <source>Economics</source>
   <translation>经济</translation>
  </message>
  <message>
   <source>What users ask for: how many requests arrive, and how long they are.</source>
   <translation>用户的需求：到达多少请求，每个有多长。</translation>
  </message>
  <message>
   <source>The latency that was promised, and how many requests received it.</source>
   <translation>承诺的延迟，以及有多少请求得到了它。</translation>
  </message>
  <message>
   <source>The memory the model itself takes, and how often each step reads it again.</source>
   <translation>模型本身占用的内存，以及每一步重读它多少次。</translation>
  </message>
  <message>
   <source>The bytes a request leaves behind per token, and must keep until it ends.</source>
   <translation>请求为每个 token 留下、直到结束都要保存的字节。</translation>
  </message>
  <message>
   <source>How much of the memory set aside for state holds state, and how much is lost.</source>
   <translation>为状态预留的内存中，多少真正存放状态，多少被浪费。</translation>
  </message>
  <message>
   <source>Reading the prompt: the work before the first token can appear.</source>
   <translation>读取提示：第一个 token 出现之前的计算。</translation>
  </message>
  <message>
   <source>Writing the answer: the cost of each further token of a request.</source>
   <translation>书写回答：请求此后每个 token 的代价。</translation>
  </message>
  <message>
   <source>Who shares an iteration, who waits for one, and what is done for nobody.</source>
   <translation>谁共享一次迭代，谁在等待，又有哪些计算无人受益。</translation>
  </message>
  <message>
   <source>Prompt tokens not computed again because their state was still in memory.</source>
   <translation>因状态仍在内存中而无需重算的提示 token。</translation>
  </message>
  <message>
   <source>How close the operators come to the limits of the arithmetic units and the memory.</source>
   <translation>算子距离算力与内存带宽上限有多近。</translation>
  </message>
  <message>
   <source>Tokens guessed ahead, tokens accepted, and the price of guessing wrong.</source>
   <translation>预先猜测的 token、被接受的 token，以及猜错的代价。</translation>
  </message>
  <message>
   <source>Bits spent on each weight, activation and cached value, and the bytes they save.</source>
   <translation>每个权重、激活与缓存值所用的位数，以及省下的字节。</translation>
  </message>
  <message>
   <source>How one model is cut over several devices, and the time they spend agreeing.</source>
   <translation>一个模型如何切分到多个设备，以及它们协调所花的时间。</translation>
  </message>
  <message>
   <source>Which part of a mixture model a token wakes up, and how evenly the parts work.</source>
   <translation>一个 token 唤醒混合模型的哪一部分，各部分的负担是否均衡。</translation>
  </message>
  <message>
   <source>Bytes that travel between machines, and the time somebody waits for them.</source>
   <translation>在机器之间传送的字节，以及等待它们的时间。</translation>
  </message>
  <message>
   <source>Which replica a request is sent to, and how evenly the load is spread.</source>
   <translation>请求被送往哪个副本，负载分布是否均衡。</translation>
  </message>
  <message>
   <source>What goes wrong under pressure: preemption, refusal, recomputation, loss.</source>
   <translation>压力之下的故障：抢占、拒绝、重算、丢失。</translation>
  </message>
  <message>
   <source>What a token costs in device time, energy and money.</source>
   <translation>一个 token 消耗多少设备时间、能量和金钱。</translation>
  </message>
  <message>
   <source>requests</source>
   <translation>请求</translation>
  </message>
  <message>
   <source>within limits</source>
   <translation>达标</translation>
  </message>
  <message>
   <source>on a device</source>
   <translation>每设备</translation>
  </message>
  <message>
   <source>per token</source>
   <translation>每 token</translation>
  </message>
  <message>
   <source>slots in use</source>
   <translation>在用槽位</translation>
  </message>
  <message>
   <source>prompt tokens</source>
   <translation>提示 token</translation>
  </message>
  <message>
   <source>tokens per s</source>
   <translation>每秒 token</translation>
  </message>
  <message>
   <source>running</source>
   <translation>运行中</translation>
  </message>
  <message>
   <source>hit rate</source>
   <translation>命中率</translation>
  </message>
  <message>
   <source>traffic/token</source>
   <translation>流量/token</translation>
  </message>
  <message>
   <source>per check</source>
   <translation>每次验证</translation>
  </message>
  <message>
   <source>bits/number</source>
   <translation>位/数</translation>
  </message>
  <message>
   <source>busy</source>
   <translation>忙碌</translation>
  </message>
  <message>
   <source>touched</source>
   <translation>触及</translation>
  </message>
  <message>
   <source>bytes/token</source>
   <translation>字节/token</translation>
  </message>
  <message>
   <source>imbalance</source>
   <translation>不均衡</translation>
  </message>
  <message>
   <source>tokens at risk</source>
   <translation>有风险的 token</translation>
  </message>
  <message>
   <source>per 1M</source>
   <translation>每百万成本</translation>
  </message>
  <message>
   <source>better</source>
   <translation>更好</translation>
  </message>
  <message>
   <source>worse</source>
   <translation>更差</translation>
  </message>
  <message>
   <source>changed</source>
   <translation>有变化</translation>
  </message>
  <message>
   <source>same</source>
   <translation>不变</translation>
  </message>
  <message>
   <source>new</source>
   <translation>新出现</translation>
  </message>
  <message>
   <source>gone</source>
   <translation>消失</translation>
  </message>
  <message>
   <source>not exercised</source>
   <translation>未触及</translation>
  </message>
  <message>
   <source>author-reported</source>
   <translation>作者报告</translation>
  </message>
  <message>
   <source>A figure the source gives about itself, on its own hardware and workload.</source>
   <translation>文献就自身、在其硬件和负载上给出的数字。</translation>
  </message>
  <message>
   <source>reproducible</source>
   <translation>可复现</translation>
  </message>
  <message>
   <source>Counted in the run: the same scenario and seed give the same figure on any machine.</source>
   <translation>在运行中计数：相同的场景与种子在任何机器上得到相同的数字。</translation>
  </message>
  <message>
   <source>teaching-estimate</source>
   <translation>教学估计</translation>
  </message>
  <message>
   <source>Rests on a cost model or a simplified formula: trust the direction, not the digits.</source>
   <translation>依赖成本模型或简化公式：相信方向，不要相信位数。</translation>
  </message>
  <message>
   <source>production-internal</source>
   <translation>生产内部</translation>
  </message>
  <message>
   <source>An operator's figure about its own service; nobody outside can check it.</source>
   <translation>运营者关于自己服务的数字，外人无法核对。</translation>
  </message>
  <message>
   <source>saves</source>
   <translation>节省</translation>
  </message>
  <message>
   <source>costs</source>
   <translation>增加</translation>
  </message>
  <message>
   <source>shapes</source>
   <translation>影响</translation>
  </message>
  <message>
   <source>more is better</source>
   <translation>越大越好</translation>
  </message>
  <message>
   <source>less is better</source>
   <translation>越小越好</translation>
  </message>
  <message>
   <source>neither way is better</source>
   <translation>无好坏之分</translation>
  </message>
 </context>
 <context>
  <name>LedgerSheet</name>
  <message>
   <source>same, {0} inside</source>
   <translation>不变，内有 {0} 项变化</translation>
  </message>
  <message>
   <source>Quantities of this ledger that changed: {0}</source>
   <translation>该账本中发生变化的数值：{0}</translation>
  </message>
  <message>
   <source>value</source>
   <translation>数值</translation>
  </message>
  <message>
   <source>ledger</source>
   <translation>账本</translation>
  </message>
  <message>
   <source>before</source>
   <translation>之前</translation>
  </message>
  <message>
   <source>after</source>
   <translation>之后</translation>
  </message>
  <message>
   <source>change</source>
   <translation>变化</translation>
  </message>
  <message>
   <source>After divided by before. The arrow points right where the figure grew and left where it shrank; its colour and the sign in front say whether that is better.</source>
   <translation>“之后”除以“之前”。箭头向右表示数值增大，向左表示减小；颜色和前面的符号表示是否更好。</translation>
  </message>
  <message>
   <source>The eighteen ledgers, each with its headline. Unfold one to see all its quantities.</source>
   <translation>十八本账，每本显示其要目。展开可查看全部数值。</translation>
  </message>
  <message>
   <source>The day before: {0}</source>
   <translation>之前：{0}</translation>
  </message>
  <message>
   <source>The day after: {0}</source>
   <translation>之后：{0}</translation>
  </message>
  <message>
   <source>Measured in this run</source>
   <translation>在本次运行中测得</translation>
  </message>
  <message>
   <source>What the figure rests on</source>
   <translation>数字的依据</translation>
  </message>
 </context>
 <context>
  <name>LedgerSheetView</name>
  <message>
   <source>{0} of {1} ledgers exercised</source>
   <translation>{1} 本账中触及 {0} 本</translation>
  </message>
  <message>
   <source>{0} of {1} ledgers moved</source>
   <translation>{1} 本账中变动 {0} 本</translation>
  </message>
  <message>
   <source>Verdicts on the headlines; unfold a ledger for its other quantities.</source>
   <translation>针对要目的判断；展开账本可查看其他数值。</translation>
  </message>
  <message>
   <source>Ledger sheet</source>
   <translation>账本总表</translation>
  </message>
  <message>
   <source>The eighteen ledgers</source>
   <translation>十八本账</translation>
  </message>
  <message>
   <source>No run yet</source>
   <translation>尚未运行</translation>
  </message>
  <message>
   <source>Pick a technique that can be run: its eighteen ledgers appear here.</source>
   <translation>请选择可运行的技术：它的十八本账会显示在这里。</translation>
  </message>
 </context>
 <context>
  <name>LedgerWhy</name>
  <message>
   <source>Why this figure</source>
   <translation>数字从何而来</translation>
  </message>
  <message>
   <source>No ledger selected</source>
   <translation>未选择账本</translation>
  </message>
  <message>
   <source>Pick a ledger to see its formulas, its inputs and who moves it.</source>
   <translation>选择一本账，查看其公式、输入以及谁改变了它。</translation>
  </message>
  <message>
   <source>Its other quantities</source>
   <translation>其他数值</translation>
  </message>
  <message>
   <source>Definition: {0}</source>
   <translation>定义：{0}</translation>
  </message>
  <message>
   <source>in {0}</source>
   <translation>单位：{0}</translation>
  </message>
  <message>
   <source>Who moves it</source>
   <translation>谁改变了它</translation>
  </message>
  <message>
   <source>measured here: {0}</source>
   <translation>此处测得：{0}</translation>
  </message>
  <message>
   <source>Not exercised in this run</source>
   <translation>本次运行未触及</translation>
  </message>
 </context>
 <context>
  <name>Legend</name>
  <message>
   <source>Legend</source>
   <translation>图例</translation>
  </message>
 </context>
 <context>
  <name>Librarian</name>
  <message>
   <source>Your notes: {state}</source>
   <translation>您的笔记：{state}</translation>
  </message>
  <message>
   <source>The citation library cannot be opened</source>
   <translation>无法打开文献库</translation>
  </message>
  <message>
   <source>The notes cannot be read</source>
   <translation>无法读取笔记</translation>
  </message>
  <message>
   <source>A change could not be saved</source>
   <translation>有一项更改无法保存</translation>
  </message>
  <message>
   <source>the file was damaged; the newest backup is in its place</source>
   <translation>文件已损坏，已换上最新的备份</translation>
  </message>
  <message>
   <source>the file was damaged and has been set aside; there was no backup</source>
   <translation>文件已损坏并另行保存；没有备份</translation>
  </message>
  <message>
   <source>they can be read but not changed here</source>
   <translation>在此处只能读取，不能修改</translation>
  </message>
  <message>
   <source>their folder cannot be used; they last until the window is closed</source>
   <translation>其文件夹无法使用；内容只保留到窗口关闭</translation>
  </message>
 </context>
 <context>
  <name>LibraryHandlers</name>
  <message>
   <source>Undo {0}</source>
   <translation>撤销：{0}</translation>
  </message>
  <message>
   <source>Redo {0}</source>
   <translation>重做：{0}</translation>
  </message>
 </context>
 <context>
  <name>LibraryIn</name>
  <message>
   <source>Import references</source>
   <translation>导入文献</translation>
  </message>
  <message>
   <source>References</source>
   <translation>文献</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
 </context>
 <context>
  <name>LibraryOut</name>
  <message>
   <source>Export references</source>
   <translation>导出文献</translation>
  </message>
  <message>
   <source>Not written: {0}</source>
   <translation>未写入：{0}</translation>
  </message>
  <message>
   <source>Written: {0}</source>
   <translation>已写入：{0}</translation>
  </message>
  <message>
   <source>Citation copied: {0}</source>
   <translation>已复制引文：{0}</translation>
  </message>
  <message>
   <source>{0} citations copied</source>
   <translation>已复制 {0} 条引文</translation>
  </message>
 </context>
 <context>
  <name>LibraryPreview</name>
  <message>
   <source>No file has been read.</source>
   <translation>尚未读取文件。</translation>
  </message>
  <message>
   <source>All</source>
   <translation>全部</translation>
  </message>
  <message>
   <source>Check new</source>
   <translation>勾选新文献</translation>
  </message>
  <message>
   <source>Check shown</source>
   <translation>勾选所示</translation>
  </message>
  <message>
   <source>Uncheck shown</source>
   <translation>取消勾选所示</translation>
  </message>
  <message>
   <source>Check what is new and has a title, uncheck the rest</source>
   <translation>勾选新的且有标题的文献，取消其余</translation>
  </message>
  <message>
   <source>Problems ({0})</source>
   <translation>问题（{0}）</translation>
  </message>
  <message>
   <source>No references</source>
   <translation>没有文献</translation>
  </message>
  <message>
   <source>The list of problems says why.</source>
   <translation>原因见问题列表。</translation>
  </message>
  <message>
   <source>References of the file</source>
   <translation>文件中的文献</translation>
  </message>
  <message>
   <source>Space checks or unchecks the selected rows; Enter shows what a row is a duplicate of.</source>
   <translation>空格键勾选或取消所选行；回车键显示该行与哪篇重复。</translation>
  </message>
  <message>
   <source>Problems of the file</source>
   <translation>文件中的问题</translation>
  </message>
  <message>
   <source>Moving to a problem shows the reference at its line.</source>
   <translation>移到某个问题时，显示该行的文献。</translation>
  </message>
  <message>
   <source>Preview of the import</source>
   <translation>导入预览</translation>
  </message>
  <message>
   <source>to be added</source>
   <translation>将加入</translation>
  </message>
  <message>
   <source>not to be added</source>
   <translation>不加入</translation>
  </message>
  <message>
   <source>in the library</source>
   <translation>库中已有</translation>
  </message>
  <message>
   <source>line {0}</source>
   <translation>第 {0} 行</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>Authors</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Date</source>
   <translation>日期</translation>
  </message>
  <message>
   <source>What it is</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Line</source>
   <translation>行</translation>
  </message>
  <message>
   <source>Found</source>
   <translation>发现</translation>
  </message>
  <message>
   <source>Expected</source>
   <translation>应为</translation>
  </message>
  <message>
   <source>What became of it</source>
   <translation>处理</translation>
  </message>
  <message>
   <source>new</source>
   <translation>新</translation>
  </message>
  <message>
   <source>twice in the file</source>
   <translation>文件内重复</translation>
  </message>
  <message>
   <source>without a title</source>
   <translation>无标题</translation>
  </message>
  <message>
   <source>same DOI as {name}</source>
   <translation>与 {name} 的 DOI 相同</translation>
  </message>
  <message>
   <source>same arXiv number as {name}</source>
   <translation>与 {name} 的 arXiv 编号相同</translation>
  </message>
  <message>
   <source>same title as {name}</source>
   <translation>与 {name} 标题相同</translation>
  </message>
  <message>
   <source>{name}, above in this file</source>
   <translation>本文件上文的 {name}</translation>
  </message>
  <message>
   <source>empty file</source>
   <translation>空文件</translation>
  </message>
  <message>
   <source>unknown format</source>
   <translation>无法识别的格式</translation>
  </message>
  <message>
   <source>broken characters</source>
   <translation>损坏的字符</translation>
  </message>
  <message>
   <source>not readable</source>
   <translation>无法读取</translation>
  </message>
  <message>
   <source>not closed</source>
   <translation>没有结束</translation>
  </message>
  <message>
   <source>no fields</source>
   <translation>没有字段</translation>
  </message>
  <message>
   <source>no title</source>
   <translation>没有标题</translation>
  </message>
  <message>
   <source>no key</source>
   <translation>没有引用键</translation>
  </message>
  <message>
   <source>key used before</source>
   <translation>引用键已用过</translation>
  </message>
  <message>
   <source>field given twice</source>
   <translation>字段重复</translation>
  </message>
  <message>
   <source>text after a value</source>
   <translation>值之后还有文字</translation>
  </message>
  <message>
   <source>unknown abbreviation</source>
   <translation>未定义的缩写</translation>
  </message>
  <message>
   <source>unknown cross-reference</source>
   <translation>找不到交叉引用的条目</translation>
  </message>
  <message>
   <source>not a year</source>
   <translation>不是年份</translation>
  </message>
  <message>
   <source>not a DOI</source>
   <translation>不是 DOI</translation>
  </message>
  <message>
   <source>not an arXiv number</source>
   <translation>不是 arXiv 编号</translation>
  </message>
  <message>
   <source>unknown ledger</source>
   <translation>未知的账本</translation>
  </message>
  <message>
   <source>not a record</source>
   <translation>不是记录</translation>
  </message>
  <message>
   <source>too many cells</source>
   <translation>单元格过多</translation>
  </message>
  <message>
   <source>edge to an unknown source</source>
   <translation>边指向未知的文献</translation>
  </message>
  <message>
   <source>not an edge</source>
   <translation>不是边</translation>
  </message>
  <message>
   <source>edge to itself</source>
   <translation>边指向自身</translation>
  </message>
  <message>
   <source>references in BibTeX, RIS, CSL-JSON, CSV or GraphML</source>
   <translation>BibTeX、RIS、CSL-JSON、CSV 或 GraphML 格式的文献</translation>
  </message>
  <message>
   <source>BibTeX, RIS, CSL-JSON, CSV with a header, GraphML or an edge list</source>
   <translation>BibTeX、RIS、CSL-JSON、带表头的 CSV、GraphML 或边列表</translation>
  </message>
  <message>
   <source>UTF-8, UTF-16 or Windows-1252</source>
   <translation>UTF-8、UTF-16 或 Windows-1252</translation>
  </message>
  <message>
   <source>an entry as the format asks for it</source>
   <translation>符合格式要求的条目</translation>
  </message>
  <message>
   <source>the end of the entry before the next one begins</source>
   <translation>在下一条目开始之前结束本条目</translation>
  </message>
  <message>
   <source>at least one field</source>
   <translation>至少一个字段</translation>
  </message>
  <message>
   <source>a title</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>a key of its own (one was made)</source>
   <translation>自己的引用键（已自动生成）</translation>
  </message>
  <message>
   <source>a key of its own (edges go to the first)</source>
   <translation>自己的引用键（边连到第一个）</translation>
  </message>
  <message>
   <source>each field once (the first is kept)</source>
   <translation>每个字段只出现一次（保留第一个）</translation>
  </message>
  <message>
   <source>a comma after the value</source>
   <translation>值之后应有逗号</translation>
  </message>
  <message>
   <source>an abbreviation that @string defines (kept as it is)</source>
   <translation>由 @string 定义的缩写（原样保留）</translation>
  </message>
  <message>
   <source>an entry of this file</source>
   <translation>本文件中的条目</translation>
  </message>
  <message>
   <source>a year such as 2023 or a date such as 2023-10-23</source>
   <translation>年份（如 2023）或日期（如 2023-10-23）</translation>
  </message>
  <message>
   <source>10.…/… (kept as a note)</source>
   <translation>10.…/…（保留为附注）</translation>
  </message>
  <message>
   <source>a number such as 2309.06180 (kept as a note)</source>
   <translation>形如 2309.06180 的编号（保留为附注）</translation>
  </message>
  <message>
   <source>one of the eighteen ledgers</source>
   <translation>十八本账本之一</translation>
  </message>
  <message>
   <source>an object with fields</source>
   <translation>带字段的对象</translation>
  </message>
  <message>
   <source>as many cells as the header names</source>
   <translation>单元格数与表头一致</translation>
  </message>
  <message>
   <source>the key of a source in this file or in the library</source>
   <translation>本文件或库中文献的键</translation>
  </message>
  <message>
   <source>two keys: newer, older</source>
   <translation>两个键：较新的、较早的</translation>
  </message>
  <message>
   <source>two different sources</source>
   <translation>两篇不同的文献</translation>
  </message>
  <message>
   <source>{what}: {found}</source>
   <translation>{what}：{found}</translation>
  </message>
  <message>
   <source>left out</source>
   <translation>已略去</translation>
  </message>
  <message>
   <source>read</source>
   <translation>已读入</translation>
  </message>
  <message>
   <source>file</source>
   <translation>整个文件</translation>
  </message>
  <message>
   <source>{line}: found {found}; expected {expected}; {fate}</source>
   <translation>{line}：发现{found}；应为{expected}；{fate}</translation>
  </message>
  <message>
   <source>1 reference</source>
   <translation>1 篇文献</translation>
  </message>
  <message>
   <source>{0} references</source>
   <translation>{0} 篇文献</translation>
  </message>
  <message>
   <source>1 edge</source>
   <translation>1 条边</translation>
  </message>
  <message>
   <source>{0} edges</source>
   <translation>{0} 条边</translation>
  </message>
  <message>
   <source>1 problem</source>
   <translation>1 个问题</translation>
  </message>
  <message>
   <source>{0} problems</source>
   <translation>{0} 个问题</translation>
  </message>
  <message>
   <source>{what}; {taken} to be added</source>
   <translation>{what}；将加入 {taken} 篇</translation>
  </message>
  <message>
   <source>, </source>
   <translation>，</translation>
  </message>
 </context>
 <context>
  <name>Lineage</name>
  <message>
   <source>undated</source>
   <translation>无日期</translation>
  </message>
  <message>
   <source>{0} years later</source>
   <translation>{0} 年之后</translation>
  </message>
  <message>
   <source>1 source</source>
   <translation>1 篇文献</translation>
  </message>
  <message>
   <source>{0} sources</source>
   <translation>{0} 篇文献</translation>
  </message>
  <message>
   <source>ledger: {0}</source>
   <translation>账本：{0}</translation>
  </message>
  <message>
   <source>can be run</source>
   <translation>可运行</translation>
  </message>
  <message>
   <source>marked</source>
   <translation>已标记</translation>
  </message>
  <message>
   <source>selected</source>
   <translation>已选中</translation>
  </message>
  <message>
   <source>the selected source builds on it</source>
   <translation>所选文献以它为基础</translation>
  </message>
  <message>
   <source>ancestor of the selected source</source>
   <translation>所选文献的祖先</translation>
  </message>
  <message>
   <source>builds on the selected source</source>
   <translation>以所选文献为基础</translation>
  </message>
  <message>
   <source>descendant of the selected source</source>
   <translation>所选文献的后代</translation>
  </message>
 </context>
 <context>
  <name>LineageFilterNote</name>
  <message>
   <source>{0} filters</source>
   <translation>{0} 项筛选</translation>
  </message>
  <message>
   <source>Filter: {0}</source>
   <translation>筛选：{0}</translation>
  </message>
  <message>
   <source>Takes the filter away</source>
   <translation>取消筛选</translation>
  </message>
  <message>
   <source>Click to show all sources again</source>
   <translation>点击重新显示全部文献</translation>
  </message>
 </context>
 <context>
  <name>LineageLegend</name>
  <message>
   <source>{0} long arcs left out</source>
   <translation>略去 {0} 条长弧线</translation>
  </message>
  <message>
   <source>can be run</source>
   <translation>可运行</translation>
  </message>
  <message>
   <source>our reading</source>
   <translation>我们的解读</translation>
  </message>
  <message>
   <source>your link</source>
   <translation>您的连线</translation>
  </message>
  <message>
   <source>Legend</source>
   <translation>图例</translation>
  </message>
  <message>
   <source>Disc: paper. Diamond: report. Square: repository. Hollow: neighbour. Half filled: yours. Triangle: can be run. Dashed: our reading. Dotted: your link.</source>
   <translation>圆：论文。菱形：报告。方块：代码库。空心：周边文献。半实心：自建。三角：可运行。虚线：我们的解读。点线：您的连线。</translation>
  </message>
 </context>
 <context>
  <name>LineageView</name>
  <message>
   <source>{0} of {1}</source>
   <translation>{0} / {1}</translation>
  </message>
  <message>
   <source>No source passes the filter</source>
   <translation>没有文献符合筛选条件</translation>
  </message>
  <message>
   <source>The library is empty</source>
   <translation>文献库是空的</translation>
  </message>
  <message>
   <source>Take a part of it away to see more.</source>
   <translation>取消其中一项即可看到更多。</translation>
  </message>
  <message>
   <source>1 ancestor</source>
   <translation>1 个祖先</translation>
  </message>
  <message>
   <source>{0} ancestors</source>
   <translation>{0} 个祖先</translation>
  </message>
  <message>
   <source>1 descendant</source>
   <translation>1 个后代</translation>
  </message>
  <message>
   <source>{0} descendants</source>
   <translation>{0} 个后代</translation>
  </message>
  <message>
   <source>{0} hidden</source>
   <translation>{0} 篇被隐藏</translation>
  </message>
  <message>
   <source>hidden by the filter</source>
   <translation>被筛选隐藏</translation>
  </message>
  <message>
   <source>Lineage</source>
   <translation>谱系</translation>
  </message>
  <message>
   <source>Sources in order of date</source>
   <translation>按日期排列的文献</translation>
  </message>
  <message>
   <source>Filter {0} sources</source>
   <translation>筛选 {0} 篇文献</translation>
  </message>
  <message>
   <source>Filter the sources</source>
   <translation>筛选文献</translation>
  </message>
  <message>
   <source>Words of a name, title, author, mechanism, note or tag. Esc clears.</source>
   <translation>名称、标题、作者、机制、笔记或标签中的词。Esc 清除。</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Message</source>
   <translation>消息</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>详情</translation>
  </message>
  <message>
   <source>Dismiss</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Problem:</source>
   <translation>问题：</translation>
  </message>
  <message>
   <source>Note:</source>
   <translation>提示：</translation>
  </message>
  <message>
   <source>(and {n} more)</source>
   <translation>（另有 {n} 条）</translation>
  </message>
 </context>
 <context>
  <name>Notes</name>
  <message>
   <source>A note could not be saved</source>
   <translation>有一条笔记未能保存</translation>
  </message>
 </context>
 <context>
  <name>OwnRelationDialog</name>
  <message>
   <source>New relation</source>
   <translation>新建关系</translation>
  </message>
  <message>
   <source>This source</source>
   <translation>这篇文献</translation>
  </message>
  <message>
   <source>relates to</source>
   <translation>关系</translation>
  </message>
  <message>
   <source>the older source</source>
   <translation>较早的文献</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>原因</translation>
  </message>
  <message>
   <source>One sentence: what was taken over</source>
   <translation>一句话：沿用了什么</translation>
  </message>
  <message>
   <source>Choose both sources from the lists.</source>
   <translation>请从列表中选择两篇文献。</translation>
  </message>
  <message>
   <source>A source cannot build on itself.</source>
   <translation>文献不能以自身为基础。</translation>
  </message>
  <message>
   <source>There is a relation of yours between these two already.</source>
   <translation>这两篇之间已有一条自建关系。</translation>
  </message>
  <message>
   <source>Say why in a sentence: it is shown with the line.</source>
   <translation>请用一句话说明原因：它会与连线一同显示。</translation>
  </message>
 </context>
 <context>
  <name>OwnSourceDialog</name>
  <message>
   <source>Edit source</source>
   <translation>编辑文献</translation>
  </message>
  <message>
   <source>New source</source>
   <translation>新建文献</translation>
  </message>
  <message>
   <source>Short name</source>
   <translation>简称</translation>
  </message>
  <message>
   <source>Short name in Chinese</source>
   <translation>中文简称</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>Authors</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Date</source>
   <translation>日期</translation>
  </message>
  <message>
   <source>Venue</source>
   <translation>发表处</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>类型</translation>
  </message>
  <message>
   <source>Ledger</source>
   <translation>账本</translation>
  </message>
  <message>
   <source>arXiv number</source>
   <translation>arXiv 编号</translation>
  </message>
  <message>
   <source>DOI</source>
   <translation>DOI</translation>
  </message>
  <message>
   <source>Address</source>
   <translation>网址</translation>
  </message>
  <message>
   <source>Repository</source>
   <translation>代码仓库</translation>
  </message>
  <message>
   <source>Mechanism</source>
   <translation>机制</translation>
  </message>
  <message>
   <source>Bottleneck</source>
   <translation>瓶颈</translation>
  </message>
  <message>
   <source>Limits</source>
   <translation>局限</translation>
  </message>
  <message>
   <source>Ada Lovelace; Alan Turing</source>
   <translation>Ada Lovelace; Alan Turing</translation>
  </message>
  <message>
   <source>2025, 2025-06 or 2025-06-01</source>
   <translation>2025、2025-06 或 2025-06-01</translation>
  </message>
  <message>
   <source>What is missing</source>
   <translation>缺少的内容</translation>
  </message>
  <message>
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <source>A short name is needed: it stands on the map.</source>
   <translation>需要一个简称：它会显示在地图上。</translation>
  </message>
  <message>
   <source>Expected 2025, 2025-06 or 2025-06-01 as date.</source>
   <translation>日期应为 2025、2025-06 或 2025-06-01。</translation>
  </message>
  <message>
   <source>Expected an arXiv number: 2309.06180.</source>
   <translation>应为 arXiv 编号，例如 2309.06180。</translation>
  </message>
  <message>
   <source>Expected a DOI: 10.1145/3600006.3613165.</source>
   <translation>应为 DOI，例如 10.1145/3600006.3613165。</translation>
  </message>
  <message>
   <source>Expected an address that begins with https:// or http://.</source>
   <translation>网址应以 https:// 或 http:// 开头。</translation>
  </message>
 </context>
 <context>
  <name>PageBar</name>
  <message>
   <source>Pages now</source>
   <translation>此刻的页</translation>
  </message>
  <message>
   <source>Pages through time</source>
   <translation>页的全程</translation>
  </message>
  <message>
   <source>Zoom out (−)</source>
   <translation>缩小（−）</translation>
  </message>
  <message>
   <source>Zoom in (+)</source>
   <translation>放大（+）</translation>
  </message>
  <message>
   <source>Fit all pages (F)</source>
   <translation>显示所有页（F）</translation>
  </message>
  <message>
   <source>Page table</source>
   <translation>页表</translation>
  </message>
  <message>
   <source>Colour by state</source>
   <translation>按状态着色</translation>
  </message>
  <message>
   <source>Colour by request</source>
   <translation>按请求着色</translation>
  </message>
  <message>
   <source>Colour of pages</source>
   <translation>页的颜色</translation>
  </message>
  <message>
   <source>Pool</source>
   <translation>页池</translation>
  </message>
 </context>
 <context>
  <name>PageTable</name>
  <message>
   <source>Pages of {label}</source>
   <translation>{label} 的页</translation>
  </message>
  <message>
   <source>Click a page to see who holds it · wheel zooms · F fits</source>
   <translation>点击页查看持有者 · 滚轮缩放 · F 适合窗口</translation>
  </message>
  <message>
   <source>{share} of held slots filled</source>
   <translation>持有的槽位已填 {share}</translation>
  </message>
  <message>
   <source>History of the pages of {label}</source>
   <translation>{label} 的页的历史</translation>
  </message>
  <message>
   <source>{pool}, through the whole run</source>
   <translation>{pool}，全程</translation>
  </message>
  <message>
   <source>Page {page} at {time}: {state}</source>
   <translation>第 {page} 页，{time}：{state}</translation>
  </message>
  <message>
   <source>one colour per request</source>
   <translation>每个请求一种颜色</translation>
  </message>
  <message>
   <source>part filled</source>
   <translation>部分填充</translation>
  </message>
  <message>
   <source>the last page of a request, filling up</source>
   <translation>请求的最后一页，正在填充</translation>
  </message>
  <message>
   <source>flashes when it happens</source>
   <translation>发生时闪烁</translation>
  </message>
  <message>
   <source>block table: {blocks} blocks, {tokens} tokens</source>
   <translation>块表：{blocks} 块，{tokens} 个 token</translation>
  </message>
  <message>
   <source>holds no page now</source>
   <translation>此刻不持有页</translation>
  </message>
  <message>
   <source>Page table</source>
   <translation>页表</translation>
  </message>
  <message>
   <source>No run to show.</source>
   <translation>没有可显示的运行。</translation>
  </message>
  <message>
   <source>free</source>
   <translation>空闲</translation>
  </message>
  <message>
   <source>cached</source>
   <translation>缓存</translation>
  </message>
  <message>
   <source>used</source>
   <translation>使用中</translation>
  </message>
  <message>
   <source>shared</source>
   <translation>共享</translation>
  </message>
  <message>
   <source>reserved, empty</source>
   <translation>已预留，空</translation>
  </message>
  <message>
   <source>null</source>
   <translation>空页</translation>
  </message>
  <message>
   <source>lost</source>
   <translation>丢失</translation>
  </message>
  <message>
   <source>nothing worth keeping: may be handed out</source>
   <translation>无可保留内容，可以分配</translation>
  </message>
  <message>
   <source>free, but its content can still be hit</source>
   <translation>空闲，但内容仍可命中</translation>
  </message>
  <message>
   <source>held by one request</source>
   <translation>由一个请求持有</translation>
  </message>
  <message>
   <source>held by two or more requests</source>
   <translation>由两个或更多请求持有</translation>
  </message>
  <message>
   <source>reserved for a request, nothing written yet</source>
   <translation>已为请求预留，尚未写入</translation>
  </message>
  <message>
   <source>never handed out</source>
   <translation>从不分配</translation>
  </message>
  <message>
   <source>its engine is down</source>
   <translation>所属引擎已停机</translation>
  </message>
  <message>
   <source>allocated</source>
   <translation>分配</translation>
  </message>
  <message>
   <source>hit</source>
   <translation>命中</translation>
  </message>
  <message>
   <source>copied on write</source>
   <translation>写时复制</translation>
  </message>
  <message>
   <source>evicted</source>
   <translation>驱逐</translation>
  </message>
  <message>
   <source>preempted</source>
   <translation>抢占</translation>
  </message>
  <message>
   <source>freed</source>
   <translation>释放</translation>
  </message>
  <message>
   <source>refused</source>
   <translation>拒绝</translation>
  </message>
  <message>
   <source>invalidated</source>
   <translation>作废</translation>
  </message>
  <message>
   <source>{pages} pages, each a state of a whole sequence</source>
   <translation>{pages} 页，每页存放整个序列的一份状态</translation>
  </message>
  <message>
   <source>{pages} pages of {tokens} tokens</source>
   <translation>{pages} 页，每页 {tokens} 个 token</translation>
  </message>
  <message>
   <source>Page {page}: {state}</source>
   <translation>第 {page} 页：{state}</translation>
  </message>
  <message>
   <source>{request}, logical block {block}</source>
   <translation>{request}，逻辑块 {block}</translation>
  </message>
  <message>
   <source>{count} references: {names}</source>
   <translation>{count} 个引用：{names}</translation>
  </message>
  <message>
   <source>1 reference</source>
   <translation>1 个引用</translation>
  </message>
  <message>
   <source>{tokens} of {size} tokens filled</source>
   <translation>已填 {tokens} / {size} 个 token</translation>
  </message>
  <message>
   <source>content {hash}</source>
   <translation>内容 {hash}</translation>
  </message>
  <message>
   <source>last changed {age} ago</source>
   <translation>{age} 前改变</translation>
  </message>
  <message>
   <source>At {time}.</source>
   <translation>时刻 {time}。</translation>
  </message>
  <message>
   <source>{share} of the held slots hold a token.</source>
   <translation>持有的槽位中 {share} 存有 token。</translation>
  </message>
  <message>
   <source>{request} holds {count} pages: {pages}.</source>
   <translation>{request} 持有 {count} 页：{pages}。</translation>
  </message>
  <message>
   <source>{request} holds no page.</source>
   <translation>{request} 不持有页。</translation>
  </message>
  <message>
   <source>All pools</source>
   <translation>所有页池</translation>
  </message>
  <message>
   <source>all of {name}</source>
   <translation>所有 {name}</translation>
  </message>
 </context>
 <context>
  <name>PairPane</name>
  <message>
   <source>First source</source>
   <translation>第一篇文献</translation>
  </message>
  <message>
   <source>Second source</source>
   <translation>第二篇文献</translation>
  </message>
  <message>
   <source>Change places</source>
   <translation>交换位置</translation>
  </message>
 </context>
 <context>
  <name>PaletteEntries</name>
  <message>
   <source>lab: {0}</source>
   <translation>实验：{0}</translation>
  </message>
  <message>
   <source>scenario</source>
   <translation>场景</translation>
  </message>
  <message>
   <source>technique</source>
   <translation>技术</translation>
  </message>
  <message>
   <source>source</source>
   <translation>文献</translation>
  </message>
  <message>
   <source>neighbour</source>
   <translation>周边文献</translation>
  </message>
  <message>
   <source>your own source</source>
   <translation>自建文献</translation>
  </message>
  <message>
   <source>ledger</source>
   <translation>账本</translation>
  </message>
  <message>
   <source>path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>saved {0}</source>
   <translation>已保存的{0}</translation>
  </message>
 </context>
 <context>
  <name>PartsPage</name>
  <message>
   <source>First token: where the mean TTFT goes (estimate)</source>
   <translation>首个 token：平均 TTFT 花在哪里（估算）</translation>
  </message>
  <message>
   <source>Next token: where the mean TPOT goes (estimate)</source>
   <translation>下一个 token：平均 TPOT 花在哪里（估算）</translation>
  </message>
  <message>
   <source>contract</source>
   <translation>契约</translation>
  </message>
  <message>
   <source>No policy can keep up with this rate.</source>
   <translation>没有策略能跟上这个到达率。</translation>
  </message>
  <message>
   <source>cannot keep up</source>
   <translation>跟不上</translation>
  </message>
  <message>
   <source>waiting</source>
   <translation>等待</translation>
  </message>
  <message>
   <source>reading the prompt</source>
   <translation>读取提示</translation>
  </message>
  <message>
   <source>rest of a step</source>
   <translation>当前步的剩余</translation>
  </message>
  <message>
   <source>decode step of the batch</source>
   <translation>整批的解码步</translation>
  </message>
  <message>
   <source>others' prompts, or longer answers</source>
   <translation>他人的提示，或更长的回答</translation>
  </message>
  <message>
   <source>state on its way</source>
   <translation>状态在传输中</translation>
  </message>
 </context>
 <context>
  <name>PathBar</name>
  <message>
   <source>{place} of {last}</source>
   <translation>第 {place} 站，共 {last} 站</translation>
  </message>
  <message>
   <source>Pause (Space)</source>
   <translation>暂停（空格）</translation>
  </message>
  <message>
   <source>Play (Space)</source>
   <translation>播放（空格）</translation>
  </message>
  <message>
   <source>To the start (Home)</source>
   <translation>回到起点（Home）</translation>
  </message>
  <message>
   <source>Step back (Left)</source>
   <translation>后退一步（←）</translation>
  </message>
  <message>
   <source>Step forward (Right)</source>
   <translation>前进一步（→）</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Stop the run (Escape)</source>
   <translation>停止运行（Escape）</translation>
  </message>
  <message>
   <source>Save…</source>
   <translation>保存…</translation>
  </message>
  <message>
   <source>Keep this path among your own</source>
   <translation>把这条路径存入自己的路径</translation>
  </message>
  <message>
   <source>Table…</source>
   <translation>表格…</translation>
  </message>
  <message>
   <source>Write the ledgers after every step as CSV, JSON or Markdown</source>
   <translation>将每一步之后的账本写成 CSV、JSON 或 Markdown</translation>
  </message>
  <message>
   <source>Picture…</source>
   <translation>图片…</translation>
  </message>
  <message>
   <source>Write the whole path as PNG, SVG or PDF</source>
   <translation>将整条路径写成 PNG、SVG 或 PDF</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>Own order</source>
   <translation>自定顺序</translation>
  </message>
  <message>
   <source>Which path is played</source>
   <translation>播放哪条路径</translation>
  </message>
  <message>
   <source>Progress of the run</source>
   <translation>运行进度</translation>
  </message>
  <message>
   <source>Pace</source>
   <translation>节奏</translation>
  </message>
  <message>
   <source>Time for each step while it plays</source>
   <translation>播放时每一步停留的时间</translation>
  </message>
 </context>
 <context>
  <name>PathGrid</name>
  <message>
   <source>Ledgers along the path</source>
   <translation>沿路径的各账本</translation>
  </message>
 </context>
 <context>
  <name>PathLegend</name>
  <message>
   <source>Against the step before; the direction is the ledger's.</source>
   <translation>与上一步相比；方向由账本决定。</translation>
  </message>
  <message>
   <source>adopted</source>
   <translation>已采用</translation>
  </message>
  <message>
   <source>passed over</source>
   <translation>跳过</translation>
  </message>
  <message>
   <source>It changes nothing; the reason is under the path.</source>
   <translation>什么都不改变；原因写在路径下方。</translation>
  </message>
  <message>
   <source>new ground, scale of its own</source>
   <translation>新起点，自有刻度</translation>
  </message>
  <message>
   <source>Another model and server: not compared across the line.</source>
   <translation>另一个模型和服务器：不跨线比较。</translation>
  </message>
  <message>
   <source>{mark}: since the start</source>
   <translation>{mark}：自起点以来</translation>
  </message>
  <message>
   <source>The change since the start of the path, or since the last new ground.</source>
   <translation>自路径起点（或上一个新起点）以来的变化。</translation>
  </message>
  <message>
   <source>still to come</source>
   <translation>尚未走到</translation>
  </message>
  <message>
   <source>Bars of steps that the path has not reached, from zero.</source>
   <translation>路径尚未走到的各步，柱高从零算起。</translation>
  </message>
 </context>
 <context>
  <name>PathReason</name>
  <message>
   <source>the engine cannot run it yet.</source>
   <translation>引擎目前还不能运行它。</translation>
  </message>
  <message>
   <source>the scenario has it switched on already.</source>
   <translation>场景中已经启用。</translation>
  </message>
  <message>
   <source>the new ground has set {fields} itself.</source>
   <translation>新起点自己已设定 {fields}。</translation>
  </message>
  <message>
   <source>{model} keeps no keys and values per head ({kinds}).</source>
   <translation>{model} 不按注意力头保存键和值（{kinds}）。</translation>
  </message>
  <message>
   <source>the scenario schedules by iteration already, in chunks.</source>
   <translation>场景已按迭代调度，且分块预填充。</translation>
  </message>
  <message>
   <source>{hardware} has no INT8 tensor path.</source>
   <translation>{hardware} 没有 INT8 张量通路。</translation>
  </message>
  <message>
   <source>the weights are narrower than {bits} bits, which it would undo.</source>
   <translation>权重已窄于 {bits} 位，采用它反而会变宽。</translation>
  </message>
  <message>
   <source>accepted lengths differ per request, which a fixed batch cannot follow.</source>
   <translation>各请求被接受的长度不同，固定批无法跟上。</translation>
  </message>
  <message>
   <source>it preempts between iterations, and a fixed batch runs to its end.</source>
   <translation>它在迭代之间抢占，而固定批要一直运行到底。</translation>
  </message>
  <message>
   <source>a tree of pages needs a paged pool; adopt paging first.</source>
   <translation>页树需要分页的内存池；请先采用分页。</translation>
  </message>
  <message>
   <source>a split needs at least two engines, one per phase.</source>
   <translation>分离至少需要两个引擎，每个阶段一个。</translation>
  </message>
  <message>
   <source>a fixed batch cannot be handed over; adopt iteration-level scheduling first.</source>
   <translation>固定批无法移交；请先采用迭代级调度。</translation>
  </message>
  <message>
   <source>{model} has layers without keys per head ({kinds}).</source>
   <translation>{model} 有些层不按头保存键（{kinds}）。</translation>
  </message>
  <message>
   <source>a fixed batch has no iteration to fill; adopt iteration-level scheduling first.</source>
   <translation>固定批没有可填充的迭代；请先采用迭代级调度。</translation>
  </message>
  <message>
   <source>one engine that decodes has no neighbour to give requests to.</source>
   <translation>只有一个解码引擎，没有邻居可以接收请求。</translation>
  </message>
  <message>
   <source>a fixed batch starts and ends together; adopt iteration-level scheduling first.</source>
   <translation>固定批同时开始、同时结束；请先采用迭代级调度。</translation>
  </message>
  <message>
   <source>a reservation has no pages to copy one by one; adopt paging first.</source>
   <translation>连续预留没有可逐页复制的页；请先采用分页。</translation>
  </message>
  <message>
   <source>a store of pages needs a cache that can find them again; adopt prefix caching first.</source>
   <translation>页的共享存储需要能把页再找出来的缓存；请先采用前缀缓存。</translation>
  </message>
  <message>
   <source>the store keeps pages of one kind.</source>
   <translation>共享存储只保存一种页。</translation>
  </message>
  <message>
   <source>one engine has nobody to share with.</source>
   <translation>只有一个引擎，没有对象可共享。</translation>
  </message>
  <message>
   <source>{model} keeps no recurrent state.</source>
   <translation>{model} 没有循环状态。</translation>
  </message>
  <message>
   <source>it needs pages found by hash, and neither reservations nor a tree.</source>
   <translation>它需要按哈希查找的页，不能用连续预留或页树。</translation>
  </message>
  <message>
   <source>parallel samples cannot share a recurrent state.</source>
   <translation>并行采样不能共享循环状态。</translation>
  </message>
  <message>
   <source>{field}: found {found}, expected {expected}</source>
   <translation>{field}：现为 {found}，应为 {expected}</translation>
  </message>
 </context>
 <context>
  <name>PathRibbon</name>
  <message>
   <source>Stations of the path</source>
   <translation>路径上的各站</translation>
  </message>
 </context>
 <context>
  <name>PathStart</name>
  <message>
   <source>A chat service, served as in 2019</source>
   <translation>一个聊天服务，按 2019 年的方式提供</translation>
  </message>
  <message>
   <source>Kimi K3, nothing kept between turns (2026)</source>
   <translation>Kimi K3，各轮之间什么都不保留（2026）</translation>
  </message>
  <message>
   <source>A model and machines of today, served as in 2019: Llama 3.1 8B on four A100 40 GB, fixed batches, 16 bits, and room for the longest text of the model (131,072 tokens) set aside for every request. Chats have two turns and one of eight long openings. The limits are tight on purpose: 250 ms to the first token, 6 ms for each further one.</source>
   <translation>模型和机器属于今天，服务方式却是 2019 年的：Llama 3.1 8B 运行在四块 A100 40 GB 上，固定批，16 位，并为每个请求预留模型最长文本（131,072 个 token）的空间。对话各有两轮，开头是八段长提示之一。时限有意定得很紧：首个 token 250 ms，之后每个 6 ms。</translation>
  </message>
 </context>
 <context>
  <name>PathView</name>
  <message>
   <source>No path</source>
   <translation>没有路径</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>Choose a path: the engine adopts its techniques one after another, and the ledgers move.</source>
   <translation>选择一条路径：引擎依次采用其中的技术，账本随之变动。</translation>
  </message>
 </context>
 <context>
  <name>PathWords</name>
  <message>
   <source>set by {name} before</source>
   <translation>此前由 {name} 设定</translation>
  </message>
  <message>
   <source>start</source>
   <translation>起点</translation>
  </message>
  <message>
   <source>new ground</source>
   <translation>新起点</translation>
  </message>
  <message>
   <source>adopted</source>
   <translation>已采用</translation>
  </message>
  <message>
   <source>not played yet</source>
   <translation>尚未播放</translation>
  </message>
  <message>
   <source>cannot run yet</source>
   <translation>尚不能运行</translation>
  </message>
  <message>
   <source>passed over</source>
   <translation>跳过</translation>
  </message>
  <message>
   <source>cannot be combined</source>
   <translation>无法组合</translation>
  </message>
  <message>
   <source>Start</source>
   <translation>起点</translation>
  </message>
  <message>
   <source>New ground</source>
   <translation>新起点</translation>
  </message>
  <message>
   <source>{change} (set by {name})</source>
   <translation>{change}（此前由 {name} 设定）</translation>
  </message>
  <message>
   <source>The engine cannot run it yet: it will be passed over.</source>
   <translation>引擎目前还不能运行它：将被跳过。</translation>
  </message>
  <message>
   <source>Passed over, nothing changes: {reason}</source>
   <translation>跳过，一切不变：{reason}</translation>
  </message>
  <message>
   <source>Sets {changes}</source>
   <translation>设定 {changes}</translation>
  </message>
  <message>
   <source>A model of its own is no option of the one before: the path goes on with its own day before, server, requests and limits, and nothing is compared across the double line.</source>
   <translation>另一个模型不是前一个模型的选项：路径从它自己的“之前”继续，服务器、请求和时限都是它自己的；双线两侧不作比较。</translation>
  </message>
  <message>
   <source>Carried over:</source>
   <translation>沿用：</translation>
  </message>
  <message>
   <source>Left behind:</source>
   <translation>未沿用：</translation>
  </message>
  <message>
   <source>Press play: the engine adopts one technique after another, which takes some seconds.</source>
   <translation>按下播放：引擎依次采用各项技术，需要几秒钟。</translation>
  </message>
  <message>
   <source>in all</source>
   <translation>累计</translation>
  </message>
  <message>
   <source>this step</source>
   <translation>这一步</translation>
  </message>
  <message>
   <source>since the start</source>
   <translation>自起点以来</translation>
  </message>
 </context>
 <context>
  <name>PhasesControls</name>
  <message>
   <source>Policy</source>
   <translation>策略</translation>
  </message>
  <message>
   <source>Held against</source>
   <translation>对照策略</translation>
  </message>
  <message>
   <source>Token budget</source>
   <translation>token 预算</translation>
  </message>
  <message>
   <source>Tokens of a step: whoever decodes takes one; prompts are read in chunks of what is left.</source>
   <translation>每一步的 token 数：每个正在解码的请求占一个，剩余部分用来分块读取提示。</translation>
  </message>
  <message>
   <source>Engines that read</source>
   <translation>只做预填充的引擎</translation>
  </message>
  <message>
   <source>Engines of the split that only read prompts; the others only decode.</source>
   <translation>分离部署中只读提示的引擎数；其余引擎只做解码。</translation>
  </message>
  <message>
   <source>Link</source>
   <translation>链路</translation>
  </message>
  <message>
   <source>Bytes per second between the engines of the split, for all transfers together.</source>
   <translation>分离部署的引擎之间每秒传输的字节数，由所有传输共享。</translation>
  </message>
  <message>
   <source>Wait for company</source>
   <translation>凑批等待</translation>
  </message>
  <message>
   <source>How long a static batch that is not full waits for more requests.</source>
   <translation>未满的静态批次等待更多请求的时间。</translation>
  </message>
  <message>
   <source>Slots of an engine</source>
   <translation>每个引擎的槽位</translation>
  </message>
  <message>
   <source>Contract</source>
   <translation>契约</translation>
  </message>
  <message>
   <source>The first token, after a request has arrived. 0 is no limit.</source>
   <translation>从请求到达到首个 token 的时间。0 表示不设上限。</translation>
  </message>
  <message>
   <source>Every next token, on average over an answer. 0 is no limit.</source>
   <translation>后续每个 token 的时间，按一次回答取平均。0 表示不设上限。</translation>
  </message>
  <message>
   <source>The last token, after a request has arrived. 0 is no limit.</source>
   <translation>从请求到达到最后一个 token 的时间。0 表示不设上限。</translation>
  </message>
  <message>
   <source>TTFT within</source>
   <translation>TTFT 上限</translation>
  </message>
  <message>
   <source>TPOT within</source>
   <translation>TPOT 上限</translation>
  </message>
  <message>
   <source>E2E within</source>
   <translation>E2E 上限</translation>
  </message>
  <message>
   <source>For a share of</source>
   <translation>满足的比例</translation>
  </message>
  <message>
   <source>Requests</source>
   <translation>请求</translation>
  </message>
  <message>
   <source>Standard deviation of the logarithm of the lengths; 0: all alike.</source>
   <translation>长度对数的标准差；0 表示长度全部相同。</translation>
  </message>
  <message>
   <source>Requests per second</source>
   <translation>每秒请求数</translation>
  </message>
  <message>
   <source>Burstiness of the gaps</source>
   <translation>到达间隔的突发度</translation>
  </message>
  <message>
   <source>Standard deviation over mean: 1 is Poisson, less is even, more comes in bursts.</source>
   <translation>标准差除以均值：1 为泊松到达，更小则更均匀，更大则成簇到达。</translation>
  </message>
  <message>
   <source>Prompt, median</source>
   <translation>提示长度，中位数</translation>
  </message>
  <message>
   <source>Spread of prompts, σ</source>
   <translation>提示长度的离散度 σ</translation>
  </message>
  <message>
   <source>Answer, median</source>
   <translation>回答长度，中位数</translation>
  </message>
  <message>
   <source>Spread of answers, σ</source>
   <translation>回答长度的离散度 σ</translation>
  </message>
  <message>
   <source>Requests in the run</source>
   <translation>运行中的请求数</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>随机种子</translation>
  </message>
  <message>
   <source>Engines</source>
   <translation>引擎</translation>
  </message>
  <message>
   <source>Engines, for every policy</source>
   <translation>引擎数（各策略相同）</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Device</source>
   <translation>设备</translation>
  </message>
  <message>
   <source>Devices per engine</source>
   <translation>每个引擎的设备数</translation>
  </message>
  <message>
   <source>Sweep the rate, too</source>
   <translation>同时扫描到达率</translation>
  </message>
  <message>
   <source>Runs every policy at eight rates or more: some seconds.</source>
   <translation>每种策略至少在八个到达率下运行：需要数秒。</translation>
  </message>
 </context>
 <context>
  <name>PhasesSheet</name>
  <message>
   <source>picture</source>
   <translation>图</translation>
  </message>
 </context>
 <context>
  <name>PhasesView</name>
  <message>
   <source>Two clocks</source>
   <translation>两个时钟</translation>
  </message>
  <message>
   <source>Distributions</source>
   <translation>分布</translation>
  </message>
  <message>
   <source>All rates, all contracts</source>
   <translation>所有到达率，所有契约</translation>
  </message>
  <message>
   <source>Estimate, part by part</source>
   <translation>逐项估算</translation>
  </message>
  <message>
   <source>What to look at</source>
   <translation>看什么</translation>
  </message>
 </context>
 <context>
  <name>PhasesWords</name>
  <message>
   <source>Is a slow first token the same slowness as a slow next token?</source>
   <translation>首个 token 慢，和下一个 token 慢，是同一种慢吗？</translation>
  </message>
  <message>
   <source>Static</source>
   <translation>静态批处理</translation>
  </message>
  <message>
   <source>Continuous</source>
   <translation>连续批处理</translation>
  </message>
  <message>
   <source>Chunked</source>
   <translation>分块预填充</translation>
  </message>
  <message>
   <source>P/D split</source>
   <translation>P/D 分离</translation>
  </message>
  <message>
   <source>Priority</source>
   <translation>优先级</translation>
  </message>
  <message>
   <source>first token (TTFT)</source>
   <translation>首个 token（TTFT）</translation>
  </message>
  <message>
   <source>next token (TPOT)</source>
   <translation>下一个 token（TPOT）</translation>
  </message>
  <message>
   <source>whole answer (E2E)</source>
   <translation>完整回答（E2E）</translation>
  </message>
  <message>
   <source>Long prompts</source>
   <translation>长提示</translation>
  </message>
  <message>
   <source>Whole prompts first: the first token is quick, and everybody else stands still meanwhile.</source>
   <translation>整段提示优先：首个 token 很快，其他请求在此期间全部停住。</translation>
  </message>
  <message>
   <source>Chunks too small</source>
   <translation>块太小</translation>
  </message>
  <message>
   <source>A budget of 256 tokens: next tokens are smooth, and first tokens come too late.</source>
   <translation>预算只有 256 个 token：后续 token 很平稳，首个 token 来得太迟。</translation>
  </message>
  <message>
   <source>Wait for the batch</source>
   <translation>等一批结束</translation>
  </message>
  <message>
   <source>Static batching for a chat: who comes while a batch runs waits for its longest answer.</source>
   <translation>用静态批处理做聊天：在一批运行时到达的请求，要等它最长的回答结束。</translation>
  </message>
  <message>
   <source>Thin link</source>
   <translation>链路太细</translation>
  </message>
  <message>
   <source>A split over 1.25 GB/s: the state of a prompt is longer on its way than the answer takes.</source>
   <translation>通过 1.25 GB/s 做 P/D 分离：提示的状态在路上的时间比回答本身还长。</translation>
  </message>
  <message>
   <source>Too few readers</source>
   <translation>预填充不足</translation>
  </message>
  <message>
   <source>Long prompts, short answers: one engine cannot read for two, and the other has little to do.</source>
   <translation>长提示、短回答：一个引擎读不完两个引擎的提示，另一个却没什么可做。</translation>
  </message>
  <message>
   <source>Last in line</source>
   <translation>排在最后</translation>
  </message>
  <message>
   <source>Urgent requests first: the others wait so long that not even 95 of 100 are in time.</source>
   <translation>紧急请求先行：其余请求等得太久，100 个里连 95 个也无法按时完成。</translation>
  </message>
  <message>
   <source>Bursts</source>
   <translation>突发</translation>
  </message>
  <message>
   <source>The same rate in bursts: the prompts of a burst stop all answers that are under way.</source>
   <translation>同样的到达率，但成簇到来：一簇提示会让所有正在进行的回答停住。</translation>
  </message>
  <message>
   <source>In chunks</source>
   <translation>切成小块</translation>
  </message>
  <message>
   <source>The same arrivals with a budget of 512 tokens: a later first token, and no next one too late.</source>
   <translation>同样的到达，预算为 512 个 token：首个 token 晚一些，后续 token 都不会太迟。</translation>
  </message>
  <message>
   <source>First token now</source>
   <translation>首个 token 要快</translation>
  </message>
  <message>
   <source>A strict limit on the first token: whole prompts keep it, chunks do not.</source>
   <translation>首个 token 的上限很严：整段读取能做到，分块做不到。</translation>
  </message>
  <message>
   <source>Kept apart</source>
   <translation>各司其职</translation>
  </message>
  <message>
   <source>10 ms for every next token: only engines that never read a prompt keep that.</source>
   <translation>每个后续 token 只有 10 毫秒：只有从不读取提示的引擎能做到。</translation>
  </message>
  <message>
   <source>All alike</source>
   <translation>整齐划一</translation>
  </message>
  <message>
   <source>Equal prompts, equal answers, nobody in a hurry to start: nothing disturbs a static batch.</source>
   <translation>提示等长，回答等长，谁也不急着开始：静态批次不受任何打扰。</translation>
  </message>
  <message>
   <source>Too much to do</source>
   <translation>负载过重</translation>
  </message>
  <message>
   <source>A flood, of which 60 % have to be in time: whoever serves all alike is late for most.</source>
   <translation>请求如潮，其中 60 % 必须按时：一视同仁的策略让大多数都迟到。</translation>
  </message>
  <message>
   <source>Who wins where</source>
   <translation>谁在哪里获胜</translation>
  </message>
  <message>
   <source>All policies over all rates: every one carries most under some contract, none under all.</source>
   <translation>所有策略、所有到达率：每一种都在某些契约下承载最多，没有一种在所有契约下都赢。</translation>
  </message>
  <message>
   <source>Estimate: {policy} cannot keep up (load {load}); the queue grows as long as requests come.</source>
   <translation>估算：{policy}跟不上（负载 {load}）；只要请求不断，队列就一直增长。</translation>
  </message>
  <message>
   <source>Estimate: {policy} has room; the mean of the {kind} is {mean}, {used} of its limit.</source>
   <translation>估算：{policy}还有余量；{kind} 的平均值为 {mean}，是上限的 {used}。</translation>
  </message>
  <message>
   <source>Estimate: {policy} is too slow; the mean of the {kind} is {mean}, {used} of its limit.</source>
   <translation>估算：{policy}太慢；{kind} 的平均值为 {mean}，是上限的 {used}。</translation>
  </message>
  <message>
   <source>Estimate: {policy} is close; the mean of the {kind} is {mean}, {used} of its limit.</source>
   <translation>估算：{policy}接近上限；{kind} 的平均值为 {mean}，是上限的 {used}。</translation>
  </message>
  <message>
   <source>Estimate: {policy} is near its limit (load {load}); only the run can tell.</source>
   <translation>估算：{policy}接近极限（负载 {load}）；只有运行才能见分晓。</translation>
  </message>
  <message>
   <source>Estimate: {policy} has hardly a slot left for one more request; only the run can tell.</source>
   <translation>估算：{policy}几乎没有空闲槽位；只有运行才能见分晓。</translation>
  </message>
  <message>
   <source>Estimate: bursts like these are beyond the formula for the wait; only the run can tell.</source>
   <translation>估算：这样的突发超出了等待公式的适用范围；只有运行才能见分晓。</translation>
  </message>
  <message>
   <source>Estimate: batches that queue are beyond the formula; only the run can tell.</source>
   <translation>估算：批次排队的情形超出了公式的适用范围；只有运行才能见分晓。</translation>
  </message>
  <message>
   <source>{policy} keeps the contract ({share} of {percentile}); {against} does not ({other}).</source>
   <translation>{policy}满足契约（{share}，要求 {percentile}）；{against}不满足（{other}）。</translation>
  </message>
  <message>
   <source>Both keep the contract: {policy} {share}, {against} {other}. A higher rate tells them apart.</source>
   <translation>两者都满足契约：{policy} {share}，{against} {other}。到达率更高时才能分出高下。</translation>
  </message>
  <message>
   <source>{policy} carries most under this contract: {own_rate} requests/s, {next} {next_rate}.</source>
   <translation>在这个契约下，{policy}承载最多：每秒 {own_rate} 个请求，{next}为 {next_rate}。</translation>
  </message>
  <message>
   <source>{policy} keeps the contract ({share}), and {against} would at {more} its rate.</source>
   <translation>{policy}满足契约（{share}），而{against}能承载 {more} 的到达率。</translation>
  </message>
  <message>
   <source>{policy}: the first token is too late for {broken}.</source>
   <translation>{policy}：{broken} 的请求首个 token 太迟。</translation>
  </message>
  <message>
   <source>{policy}: the next tokens are too slow for {broken}.</source>
   <translation>{policy}：{broken} 的请求后续 token 太慢。</translation>
  </message>
  <message>
   <source>{policy}: the answer ends too late for {broken}.</source>
   <translation>{policy}：{broken} 的请求回答结束得太晚。</translation>
  </message>
  <message>
   <source>Only {share} are within the contract; with {against} it is {other}.</source>
   <translation>只有 {share} 满足契约；{against}则有 {other}。</translation>
  </message>
  <message>
   <source>Only {share} are within the contract, and with {against} {other}.</source>
   <translation>只有 {share} 满足契约，{against}也只有 {other}。</translation>
  </message>
  <message>
   <source>Reading a median prompt alone</source>
   <translation>单独读取中位长度的提示</translation>
  </message>
  <message>
   <source>Decode step of one request</source>
   <translation>单个请求的解码步</translation>
  </message>
  <message>
   <source>Requests in a batch, B</source>
   <translation>一批中的请求数 B</translation>
  </message>
  <message>
   <source>Decode step of the batch</source>
   <translation>整批的解码步</translation>
  </message>
  <message>
   <source>A long prompt stops the others for</source>
   <translation>一个长提示让其他请求停住的时间</translation>
  </message>
  <message>
   <source>Load, ρ</source>
   <translation>负载 ρ</translation>
  </message>
  <message>
   <source>Mean wait</source>
   <translation>平均等待</translation>
  </message>
  <message>
   <source>Mean TTFT</source>
   <translation>平均 TTFT</translation>
  </message>
  <message>
   <source>Mean TPOT</source>
   <translation>平均 TPOT</translation>
  </message>
  <message>
   <source>Mean E2E</source>
   <translation>平均 E2E</translation>
  </message>
  <message>
   <source>Rate that cannot be kept up</source>
   <translation>跟不上的到达率</translation>
  </message>
  <message>
   <source>State sent per prompt</source>
   <translation>每个提示要传输的状态</translation>
  </message>
  <message>
   <source>Time of a transfer</source>
   <translation>一次传输的时间</translation>
  </message>
  <message>
   <source>Mean wait of the least urgent</source>
   <translation>最不紧急一类的平均等待</translation>
  </message>
  <message>
   <source>Within the contract, run</source>
   <translation>满足契约的比例（运行）</translation>
  </message>
  <message>
   <source>Goodput, run</source>
   <translation>有效吞吐 goodput（运行）</translation>
  </message>
  <message>
   <source>Throughput, run</source>
   <translation>吞吐（运行）</translation>
  </message>
  <message>
   <source>TTFT at the contract's share, run</source>
   <translation>契约比例处的 TTFT（运行）</translation>
  </message>
  <message>
   <source>TPOT at the contract's share, run</source>
   <translation>契约比例处的 TPOT（运行）</translation>
  </message>
  <message>
   <source>E2E at the contract's share, run</source>
   <translation>契约比例处的 E2E（运行）</translation>
  </message>
  <message>
   <source>Capacity at the contract, runs</source>
   <translation>契约下的容量（多次运行）</translation>
  </message>
  <message>
   <source>Capacity against static batching</source>
   <translation>相对静态批处理的容量</translation>
  </message>
 </context>
 <context>
  <name>PresetBar</name>
  <message>
   <source>Works:</source>
   <translation>可行：</translation>
  </message>
  <message>
   <source>Fails on purpose:</source>
   <translation>有意失败：</translation>
  </message>
 </context>
 <context>
  <name>ProofPage</name>
  <message>
   <source>Break it: typical acceptance</source>
   <translation>打破它：典型接受</translation>
  </message>
  <message>
   <source>Let the sample grow again</source>
   <translation>让样本重新增长</translation>
  </message>
  <message>
   <source>Texts are being written …</source>
   <translation>正在生成文本……</translation>
  </message>
  <message>
   <source>{0} after {1} texts: nothing speaks against it being the target's own law.</source>
   <translation>{1} 段文本后 {0}：没有证据表明它不是目标模型自己的分布。</translation>
  </message>
  <message>
   <source>{0} after {1} texts: this is not the target's law. Refused from {2} texts on.</source>
   <translation>{1} 段文本后 {0}：这不是目标模型的分布。从 {2} 段起即被拒绝。</translation>
  </message>
  <message>
   <source>Σ min(p, q) = {0}, acceptance loss -log Σ min(p, q) = {1}</source>
   <translation>Σ min(p, q) = {0}，接受损失 -log Σ min(p, q) = {1}</translation>
  </message>
  <message>
   <source>p: target</source>
   <translation>p：目标</translation>
  </message>
  <message>
   <source>q: draft</source>
   <translation>q：草稿</translation>
  </message>
  <message>
   <source>what the rule lets out</source>
   <translation>该规则实际输出</translation>
  </message>
  <message>
   <source>counted</source>
   <translation>实测计数</translation>
  </message>
  <message>
   <source>token (drag the bars of q)</source>
   <translation>token（可拖动 q 的柱子）</translation>
  </message>
  <message>
   <source>token</source>
   <translation>token</translation>
  </message>
  <message>
   <source>in both</source>
   <translation>两者共有</translation>
  </message>
  <message>
   <source>Chi-square test of the output against p, as the sample grows</source>
   <translation>输出对 p 的卡方检验，随样本增长</translation>
  </message>
  <message>
   <source>-log10 p</source>
   <translation>-log10 p</translation>
  </message>
  <message>
   <source>texts</source>
   <translation>文本数</translation>
  </message>
  <message>
   <source>-log10 p: how much speaks against it</source>
   <translation>-log10 p：反对的证据有多强</translation>
  </message>
  <message>
   <source>refused above: p &lt; 1e-6</source>
   <translation>高于此线即拒绝：p &lt; 1e-6</translation>
  </message>
 </context>
 <context>
  <name>QPlatformTheme</name>
  <message>
   <source>OK</source>
   <translation>确定</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>Apply</source>
   <translation>应用</translation>
  </message>
  <message>
   <source>Discard</source>
   <translation>放弃</translation>
  </message>
  <message>
   <source>&amp;Yes</source>
   <translation>是(&amp;Y)</translation>
  </message>
  <message>
   <source>&amp;No</source>
   <translation>否(&amp;N)</translation>
  </message>
 </context>
 <context>
  <name>Quantity</name>
  <message>
   <source>Requests</source>
   <translation>请求数</translation>
  </message>
  <message>
   <source>Arrival rate</source>
   <translation>到达率</translation>
  </message>
  <message>
   <source>Variation of the gaps</source>
   <translation>到达间隔的变异系数</translation>
  </message>
  <message>
   <source>Prompt, mean</source>
   <translation>提示长度，均值</translation>
  </message>
  <message>
   <source>Prompt, p50</source>
   <translation>提示长度，p50</translation>
  </message>
  <message>
   <source>Prompt, p99</source>
   <translation>提示长度，p99</translation>
  </message>
  <message>
   <source>Output asked for, mean</source>
   <translation>要求的输出，均值</translation>
  </message>
  <message>
   <source>Output asked for, p50</source>
   <translation>要求的输出，p50</translation>
  </message>
  <message>
   <source>Output asked for, p99</source>
   <translation>要求的输出，p99</translation>
  </message>
  <message>
   <source>Prompt : output</source>
   <translation>提示 : 输出</translation>
  </message>
  <message>
   <source>Longest request</source>
   <translation>最长的请求</translation>
  </message>
  <message>
   <source>Tokens asked for</source>
   <translation>请求的 token 总数</translation>
  </message>
  <message>
   <source>Tokens offered per second</source>
   <translation>每秒到来的 token 数</translation>
  </message>
  <message>
   <source>Arrivals in the busiest second</source>
   <translation>最繁忙一秒内的到达数</translation>
  </message>
  <message>
   <source>Requests rejected</source>
   <translation>被拒绝的请求</translation>
  </message>
  <message>
   <source>Requests that meet the contract</source>
   <translation>满足契约的请求</translation>
  </message>
  <message>
   <source>Goodput</source>
   <translation>有效吞吐 (goodput)</translation>
  </message>
  <message>
   <source>Goodput in tokens</source>
   <translation>有效吞吐（token）</translation>
  </message>
  <message>
   <source>Requests finished per second</source>
   <translation>每秒完成的请求</translation>
  </message>
  <message>
   <source>Requests within the TTFT limit</source>
   <translation>满足 TTFT 限值的请求</translation>
  </message>
  <message>
   <source>Requests within the TPOT limit</source>
   <translation>满足 TPOT 限值的请求</translation>
  </message>
  <message>
   <source>Requests within the E2E limit</source>
   <translation>满足 E2E 限值的请求</translation>
  </message>
  <message>
   <source>Requests within their deadline</source>
   <translation>满足期限的请求</translation>
  </message>
  <message>
   <source>TTFT, mean</source>
   <translation>TTFT 均值</translation>
  </message>
  <message>
   <source>TTFT, p50</source>
   <translation>TTFT p50</translation>
  </message>
  <message>
   <source>TTFT, p90</source>
   <translation>TTFT p90</translation>
  </message>
  <message>
   <source>TTFT, p95</source>
   <translation>TTFT p95</translation>
  </message>
  <message>
   <source>TTFT, p99</source>
   <translation>TTFT p99</translation>
  </message>
  <message>
   <source>Queue part of TTFT, p50</source>
   <translation>TTFT 的排队部分 p50</translation>
  </message>
  <message>
   <source>Queue part of TTFT, p90</source>
   <translation>TTFT 的排队部分 p90</translation>
  </message>
  <message>
   <source>Queue part of TTFT, p99</source>
   <translation>TTFT 的排队部分 p99</translation>
  </message>
  <message>
   <source>Transfer part of TTFT, p50</source>
   <translation>TTFT 中的传输部分，p50</translation>
  </message>
  <message>
   <source>Transfer part of TTFT, p99</source>
   <translation>TTFT 中的传输部分，p99</translation>
  </message>
  <message>
   <source>Prefill part of TTFT, p50</source>
   <translation>TTFT 的预填充部分 p50</translation>
  </message>
  <message>
   <source>Prefill part of TTFT, p90</source>
   <translation>TTFT 的预填充部分 p90</translation>
  </message>
  <message>
   <source>Prefill part of TTFT, p99</source>
   <translation>TTFT 的预填充部分 p99</translation>
  </message>
  <message>
   <source>Rest of TTFT, p50</source>
   <translation>TTFT 的其余部分 p50</translation>
  </message>
  <message>
   <source>Rest of TTFT, p90</source>
   <translation>TTFT 的其余部分 p90</translation>
  </message>
  <message>
   <source>Rest of TTFT, p99</source>
   <translation>TTFT 的其余部分 p99</translation>
  </message>
  <message>
   <source>Handover after the first token, p50</source>
   <translation>首 token 之后的移交 p50</translation>
  </message>
  <message>
   <source>Handover after the first token, p99</source>
   <translation>首 token 之后的移交 p99</translation>
  </message>
  <message>
   <source>TPOT, mean</source>
   <translation>TPOT 均值</translation>
  </message>
  <message>
   <source>TPOT, p50</source>
   <translation>TPOT p50</translation>
  </message>
  <message>
   <source>TPOT, p90</source>
   <translation>TPOT p90</translation>
  </message>
  <message>
   <source>TPOT, p95</source>
   <translation>TPOT p95</translation>
  </message>
  <message>
   <source>TPOT, p99</source>
   <translation>TPOT p99</translation>
  </message>
  <message>
   <source>E2E, p50</source>
   <translation>E2E p50</translation>
  </message>
  <message>
   <source>E2E, p90</source>
   <translation>E2E p90</translation>
  </message>
  <message>
   <source>E2E, p95</source>
   <translation>E2E p95</translation>
  </message>
  <message>
   <source>E2E, p99</source>
   <translation>E2E p99</translation>
  </message>
  <message>
   <source>Share of the deadline used, p50</source>
   <translation>已用期限的比例 p50</translation>
  </message>
  <message>
   <source>Share of the deadline used, p90</source>
   <translation>已用期限的比例 p90</translation>
  </message>
  <message>
   <source>Share of the deadline used, p95</source>
   <translation>已用期限的比例 p95</translation>
  </message>
  <message>
   <source>Share of the deadline used, p99</source>
   <translation>已用期限的比例 p99</translation>
  </message>
  <message>
   <source>Weights on one device</source>
   <translation>单个设备上的权重</translation>
  </message>
  <message>
   <source>Of these, routed experts</source>
   <translation>其中路由专家</translation>
  </message>
  <message>
   <source>Weights on all devices of an engine</source>
   <translation>一个引擎所有设备上的权重</translation>
  </message>
  <message>
   <source>Weights held more than once</source>
   <translation>重复存放的权重</translation>
  </message>
  <message>
   <source>Redundant experts on one device</source>
   <translation>一台设备上的冗余专家</translation>
  </message>
  <message>
   <source>Share of the device's memory</source>
   <translation>占设备内存的比例</translation>
  </message>
  <message>
   <source>Weights read per iteration</source>
   <translation>每次迭代读取的权重</translation>
  </message>
  <message>
   <source>Weights read per output token</source>
   <translation>每个输出 token 读取的权重</translation>
  </message>
  <message>
   <source>State per token</source>
   <translation>每个 token 的状态</translation>
  </message>
  <message>
   <source>State of a long request that no longer grows</source>
   <translation>长请求中不再增长的状态</translation>
  </message>
  <message>
   <source>Most state held on one device</source>
   <translation>单个设备上状态的峰值</translation>
  </message>
  <message>
   <source>State of a running request, mean</source>
   <translation>运行中请求的状态，均值</translation>
  </message>
  <message>
   <source>Longest state</source>
   <translation>最长的状态</translation>
  </message>
  <message>
   <source>Tokens the pools can hold</source>
   <translation>页池可容纳的 token</translation>
  </message>
  <message>
   <source>Room in slower memory of one engine</source>
   <translation>一个引擎的慢速内存空间</translation>
  </message>
  <message>
   <source>State copied to slower memory</source>
   <translation>拷到慢速内存的状态</translation>
  </message>
  <message>
   <source>Held slots that hold a token</source>
   <translation>已存 token 的持有槽位</translation>
  </message>
  <message>
   <source>Held slots waiting for a later token</source>
   <translation>等待后续 token 的持有槽位</translation>
  </message>
  <message>
   <source>Held slots never filled (internal fragmentation)</source>
   <translation>从未填充的持有槽位（内部碎片）</translation>
  </message>
  <message>
   <source>Free pages outside the largest gap (external fragmentation)</source>
   <translation>最大空隙之外的空闲页（外部碎片）</translation>
  </message>
  <message>
   <source>Pool held by requests, mean</source>
   <translation>请求持有的页池比例，平均</translation>
  </message>
  <message>
   <source>Pool that is free and still findable, mean</source>
   <translation>空闲但仍可命中的页池比例，平均</translation>
  </message>
  <message>
   <source>Pool that is empty, mean</source>
   <translation>空的页池比例，平均</translation>
  </message>
  <message>
   <source>Memory for neither weights nor state</source>
   <translation>既非权重也非状态的内存</translation>
  </message>
  <message>
   <source>Pages in the pools</source>
   <translation>页池中的页</translation>
  </message>
  <message>
   <source>Most pages held</source>
   <translation>持有页的峰值</translation>
  </message>
  <message>
   <source>Most pages held, of the fullest pool</source>
   <translation>最满页池的页占用峰值</translation>
  </message>
  <message>
   <source>Fewest pages free after scheduling</source>
   <translation>调度后空闲页的最小值</translation>
  </message>
  <message>
   <source>Pages handed out</source>
   <translation>分配出的页</translation>
  </message>
  <message>
   <source>Cached pages evicted</source>
   <translation>被驱逐的缓存页</translation>
  </message>
  <message>
   <source>Allocations refused</source>
   <translation>被拒绝的分配</translation>
  </message>
  <message>
   <source>Pages copied on write</source>
   <translation>写时复制的页</translation>
  </message>
  <message>
   <source>Prompt tokens computed</source>
   <translation>计算的提示 token</translation>
  </message>
  <message>
   <source>Time of iterations with prefill</source>
   <translation>含预填充的迭代时间</translation>
  </message>
  <message>
   <source>Prefill tokens per second of such iterations</source>
   <translation>此类迭代每秒的预填充 token</translation>
  </message>
  <message>
   <source>MFU of iterations with prefill</source>
   <translation>含预填充迭代的 MFU</translation>
  </message>
  <message>
   <source>Tokens computed again after a preemption</source>
   <translation>抢占后重算的 token</translation>
  </message>
  <message>
   <source>Prefill that is computed again</source>
   <translation>重新计算的预填充</translation>
  </message>
  <message>
   <source>Chunks per prefill, mean</source>
   <translation>每次预填充的分块数，平均</translation>
  </message>
  <message>
   <source>Tokens per chunk, mean</source>
   <translation>每个分块的 token 数，平均</translation>
  </message>
  <message>
   <source>Busy time in iterations with prefill</source>
   <translation>含预填充迭代所占的忙碌时间</translation>
  </message>
  <message>
   <source>Iteration with prefill, p50</source>
   <translation>含预填充的迭代，p50</translation>
  </message>
  <message>
   <source>Iteration with prefill, p99</source>
   <translation>含预填充的迭代，p99</translation>
  </message>
  <message>
   <source>Output tokens per second</source>
   <translation>每秒输出 token</translation>
  </message>
  <message>
   <source>ITL, p50</source>
   <translation>ITL，p50</translation>
  </message>
  <message>
   <source>ITL, p90</source>
   <translation>ITL，p90</translation>
  </message>
  <message>
   <source>ITL, p99</source>
   <translation>ITL，p99</translation>
  </message>
  <message>
   <source>Longest gap</source>
   <translation>最长间隔</translation>
  </message>
  <message>
   <source>Decoding time spent in stalls</source>
   <translation>解码中停顿的时间</translation>
  </message>
  <message>
   <source>MBU of decode-only iterations</source>
   <translation>纯解码迭代的 MBU</translation>
  </message>
  <message>
   <source>Time of a decode-only iteration, mean</source>
   <translation>纯解码迭代的时间，均值</translation>
  </message>
  <message>
   <source>Decoding beside prefill</source>
   <translation>与预填充同迭代的解码</translation>
  </message>
  <message>
   <source>Sequences per decode iteration, mean</source>
   <translation>每次解码迭代的序列数，平均</translation>
  </message>
  <message>
   <source>Context read per decoded token, mean</source>
   <translation>每个解码 token 读取的上下文，平均</translation>
  </message>
  <message>
   <source>Traffic of decode-only iterations that is weights</source>
   <translation>纯解码迭代的访存中权重所占比例</translation>
  </message>
  <message>
   <source>Requests running, mean</source>
   <translation>运行中的请求，均值</translation>
  </message>
  <message>
   <source>Requests running, most</source>
   <translation>运行中的请求，最多</translation>
  </message>
  <message>
   <source>Slots in use, mean</source>
   <translation>已用槽位，平均</translation>
  </message>
  <message>
   <source>Requests waiting, mean</source>
   <translation>等待中的请求，平均</translation>
  </message>
  <message>
   <source>Requests waiting, most</source>
   <translation>等待中的请求，最多</translation>
  </message>
  <message>
   <source>Tokens per iteration, mean</source>
   <translation>每次迭代的 token，均值</translation>
  </message>
  <message>
   <source>Token budget used</source>
   <translation>已用的 token 预算</translation>
  </message>
  <message>
   <source>Slots kept by finished requests (padding)</source>
   <translation>已完成请求占用的槽位（填充）</translation>
  </message>
  <message>
   <source>Prompt positions that are padding</source>
   <translation>属于填充的提示位置</translation>
  </message>
  <message>
   <source>Time queued, p50</source>
   <translation>排队时间，p50</translation>
  </message>
  <message>
   <source>Time queued, p99</source>
   <translation>排队时间，p99</translation>
  </message>
  <message>
   <source>Time with a slot and without a turn</source>
   <translation>占有槽位却未轮到的时间</translation>
  </message>
  <message>
   <source>Time waiting after a preemption</source>
   <translation>被抢占后的等待时间</translation>
  </message>
  <message>
   <source>Requests preempted at least once</source>
   <translation>至少被抢占一次的请求</translation>
  </message>
  <message>
   <source>Preemptions</source>
   <translation>抢占次数</translation>
  </message>
  <message>
   <source>Swaps to host memory</source>
   <translation>换出到主机内存次数</translation>
  </message>
  <message>
   <source>Pauses</source>
   <translation>暂停次数</translation>
  </message>
  <message>
   <source>Turned away on arrival</source>
   <translation>到达时被拒绝</translation>
  </message>
  <message>
   <source>Iterations</source>
   <translation>迭代次数</translation>
  </message>
  <message>
   <source>Hit rate</source>
   <translation>命中率</translation>
  </message>
  <message>
   <source>Tokens hit</source>
   <translation>命中的 token</translation>
  </message>
  <message>
   <source>Tokens hit again after a preemption or a fault</source>
   <translation>抢占或故障后再次命中的 token</translation>
  </message>
  <message>
   <source>Hit rate of resumed requests</source>
   <translation>恢复的请求的命中率</translation>
  </message>
  <message>
   <source>Hit rate, last 1,000 requests</source>
   <translation>命中率，最近 1,000 个请求</translation>
  </message>
  <message>
   <source>Requests with a hit</source>
   <translation>有命中的请求</translation>
  </message>
  <message>
   <source>Pages found per page registered</source>
   <translation>每登记一页的命中页数</translation>
  </message>
  <message>
   <source>Tokens fetched from the shared store</source>
   <translation>从共享存储取回的 token</translation>
  </message>
  <message>
   <source>Tokens brought back from slower memory</source>
   <translation>从慢速内存取回的 token</translation>
  </message>
  <message>
   <source>Holders per held page, mean</source>
   <translation>每个持有页的持有者数，平均</translation>
  </message>
  <message>
   <source>Most pages shared</source>
   <translation>共享页的峰值</translation>
  </message>
  <message>
   <source>Memory traffic per output token</source>
   <translation>每个输出 token 的内存流量</translation>
  </message>
  <message>
   <source>Arithmetic intensity</source>
   <translation>算术强度</translation>
  </message>
  <message>
   <source>Arithmetic intensity, decode only</source>
   <translation>算术强度，仅解码</translation>
  </message>
  <message>
   <source>Ridge of the device</source>
   <translation>设备的屋脊点</translation>
  </message>
  <message>
   <source>Operations per output token</source>
   <translation>每个输出 token 的运算量</translation>
  </message>
  <message>
   <source>MFU of busy time</source>
   <translation>忙碌时间的 MFU</translation>
  </message>
  <message>
   <source>MBU of busy time</source>
   <translation>忙碌时间的 MBU</translation>
  </message>
  <message>
   <source>Busy time below the ridge</source>
   <translation>低于屋脊点的忙碌时间</translation>
  </message>
  <message>
   <source>Iteration, mean</source>
   <translation>迭代，平均</translation>
  </message>
  <message>
   <source>Busy time that is overhead</source>
   <translation>忙碌时间中的开销</translation>
  </message>
  <message>
   <source>Tokens per verification</source>
   <translation>每次验证的 token</translation>
  </message>
  <message>
   <source>Acceptance rate</source>
   <translation>接受率</translation>
  </message>
  <message>
   <source>Acceptance per position (α)</source>
   <translation>每个位置的接受概率 (α)</translation>
  </message>
  <message>
   <source>Accepted length</source>
   <translation>接受长度</translation>
  </message>
  <message>
   <source>Drafts thrown away</source>
   <translation>被丢弃的草稿</translation>
  </message>
  <message>
   <source>Tokens per verification, expected</source>
   <translation>每次验证的 token 数，期望值</translation>
  </message>
  <message>
   <source>Verifications that accept 1 or more</source>
   <translation>接受不少于 1 个的验证</translation>
  </message>
  <message>
   <source>Verifications that accept 2 or more</source>
   <translation>接受不少于 2 个的验证</translation>
  </message>
  <message>
   <source>Verifications that accept 3 or more</source>
   <translation>接受不少于 3 个的验证</translation>
  </message>
  <message>
   <source>Verifications that accept 4 or more</source>
   <translation>接受不少于 4 个的验证</translation>
  </message>
  <message>
   <source>Positions verified per token yielded</source>
   <translation>每产出一个 token 验证的位置数</translation>
  </message>
  <message>
   <source>Drafts per verification</source>
   <translation>每次验证的草稿数</translation>
  </message>
  <message>
   <source>Busy time spent on drafting</source>
   <translation>用于起草的忙碌时间</translation>
  </message>
  <message>
   <source>Accepted tokens run again</source>
   <translation>重新运行的已接受 token</translation>
  </message>
  <message>
   <source>Memory of a device taken for drafting</source>
   <translation>单个设备上起草占用的内存</translation>
  </message>
  <message>
   <source>Bits per number in memory</source>
   <translation>内存中每个数的位数</translation>
  </message>
  <message>
   <source>Bits per weight, mean</source>
   <translation>每个权重的位数，均值</translation>
  </message>
  <message>
   <source>Bits per state element</source>
   <translation>每个状态元素的位数</translation>
  </message>
  <message>
   <source>Bits per activation</source>
   <translation>每个激活的位数</translation>
  </message>
  <message>
   <source>Bytes per state element</source>
   <translation>每个状态元素的字节</translation>
  </message>
  <message>
   <source>Smaller than at 16 bits</source>
   <translation>相对 16 位缩小的倍数</translation>
  </message>
  <message>
   <source>Saved against 16 bits</source>
   <translation>相对 16 位节省的字节</translation>
  </message>
  <message>
   <source>Engine time that is busy</source>
   <translation>引擎忙碌的时间</translation>
  </message>
  <message>
   <source>Devices</source>
   <translation>设备数</translation>
  </message>
  <message>
   <source>Devices per engine</source>
   <translation>每个引擎的设备</translation>
  </message>
  <message>
   <source>Pipeline time that is a bubble</source>
   <translation>流水线中的气泡时间</translation>
  </message>
  <message>
   <source>Devices with the same attention weights</source>
   <translation>注意力权重相同的设备</translation>
  </message>
  <message>
   <source>Sent by a device: reductions and gathers</source>
   <translation>每台设备发送：归约与收集</translation>
  </message>
  <message>
   <source>Sent by a device: tokens to experts and back</source>
   <translation>每台设备发送：token 往返专家</translation>
  </message>
  <message>
   <source>Sent by a device: activations to the next stage</source>
   <translation>每台设备发送：激活到下一级</translation>
  </message>
  <message>
   <source>Sent by a device: state and partial results round the context ring</source>
   <translation>每台设备发送：上下文环上的状态与部分结果</translation>
  </message>
  <message>
   <source>Busy time spent in collectives</source>
   <translation>忙碌时间中的集合通信</translation>
  </message>
  <message>
   <source>Distinct experts touched per layer and iteration, mean</source>
   <translation>每层每次迭代触及的不同专家，均值</translation>
  </message>
  <message>
   <source>Share of a layer's experts touched</source>
   <translation>一层中被触及的专家比例</translation>
  </message>
  <message>
   <source>Experts per token</source>
   <translation>每个 token 的专家</translation>
  </message>
  <message>
   <source>Tokens per touched expert</source>
   <translation>每个被触及专家的 token</translation>
  </message>
  <message>
   <source>Expert slots of a layer on one device</source>
   <translation>一台设备上一层的专家槽位</translation>
  </message>
  <message>
   <source>Busiest device over the mean one</source>
   <translation>最忙设备与平均之比</translation>
  </message>
  <message>
   <source>Imbalance of the placement</source>
   <translation>放置的不均衡</translation>
  </message>
  <message>
   <source>Bytes over links per output token</source>
   <translation>每个输出 token 经链路的字节</translation>
  </message>
  <message>
   <source>State transferred between engines</source>
   <translation>引擎之间传送的状态</translation>
  </message>
  <message>
   <source>State handed from prefill to decode</source>
   <translation>从预填充移交到解码的状态</translation>
  </message>
  <message>
   <source>State of migrating requests</source>
   <translation>迁移请求的状态</translation>
  </message>
  <message>
   <source>Pages fetched from the shared store</source>
   <translation>从共享存储取回的页</translation>
  </message>
  <message>
   <source>Pages sent to the shared store</source>
   <translation>送往共享存储的页</translation>
  </message>
  <message>
   <source>State to and from host memory</source>
   <translation>往返主机内存的状态</translation>
  </message>
  <message>
   <source>Transfer, p50</source>
   <translation>传送时间，p50</translation>
  </message>
  <message>
   <source>Transfer, p99</source>
   <translation>传送时间，p99</translation>
  </message>
  <message>
   <source>Time with a transfer under way</source>
   <translation>有传送进行的时间</translation>
  </message>
  <message>
   <source>Link utilisation</source>
   <translation>链路利用率</translation>
  </message>
  <message>
   <source>Collective bytes sent by one device</source>
   <translation>单个设备发送的集合通信字节</translation>
  </message>
  <message>
   <source>Busiest engine against the mean</source>
   <translation>最忙引擎与均值之比</translation>
  </message>
  <message>
   <source>Engines to choose from</source>
   <translation>可选的引擎</translation>
  </message>
  <message>
   <source>Requests per engine</source>
   <translation>每引擎请求数</translation>
  </message>
  <message>
   <source>Requests of the busiest engine against the mean</source>
   <translation>最忙引擎的请求数与均值之比</translation>
  </message>
  <message>
   <source>Hit share of requests sent after their prefix</source>
   <translation>按前缀路由的请求的命中率</translation>
  </message>
  <message>
   <source>Hit share of requests sent otherwise</source>
   <translation>其他请求的命中率</translation>
  </message>
  <message>
   <source>Affinity overridden by load</source>
   <translation>亲和因负载被放弃</translation>
  </message>
  <message>
   <source>Computed tokens lost if an engine died</source>
   <translation>若一个引擎失效将丢失的已算 token</translation>
  </message>
  <message>
   <source>Requests cut off if an engine died</source>
   <translation>若一个引擎失效将中断的请求</translation>
  </message>
  <message>
   <source>State lost if a device died</source>
   <translation>若一个设备失效将丢失的状态</translation>
  </message>
  <message>
   <source>Tokens computed again</source>
   <translation>重新计算的 token</translation>
  </message>
  <message>
   <source>Faults</source>
   <translation>故障</translation>
  </message>
  <message>
   <source>Requests that lost state</source>
   <translation>失去状态的请求</translation>
  </message>
  <message>
   <source>State lost to faults</source>
   <translation>因故障丢失的状态</translation>
  </message>
  <message>
   <source>Tokens computed again because of faults</source>
   <translation>因故障重新计算的 token</translation>
  </message>
  <message>
   <source>Requests queued again</source>
   <translation>重新排队的请求</translation>
  </message>
  <message>
   <source>Requests rejected by faults</source>
   <translation>因故障被拒的请求</translation>
  </message>
  <message>
   <source>Answers cut short</source>
   <translation>被截断的回答</translation>
  </message>
  <message>
   <source>Pages lost with engines</source>
   <translation>随引擎丢失的页</translation>
  </message>
  <message>
   <source>Pages invalidated</source>
   <translation>作废的页</translation>
  </message>
  <message>
   <source>Engine time down</source>
   <translation>引擎停机时间</translation>
  </message>
  <message>
   <source>Time to recover, p50</source>
   <translation>恢复时间 p50</translation>
  </message>
  <message>
   <source>Time to recover, longest</source>
   <translation>恢复时间最长</translation>
  </message>
  <message>
   <source>Device-seconds per million output tokens</source>
   <translation>每百万输出 token 的设备秒</translation>
  </message>
  <message>
   <source>Busy device-seconds per million output tokens</source>
   <translation>每百万输出 token 的忙碌设备秒</translation>
  </message>
  <message>
   <source>Output tokens per device-second</source>
   <translation>每设备秒的输出 token</translation>
  </message>
  <message>
   <source>Energy per million output tokens</source>
   <translation>每百万输出 token 的能量</translation>
  </message>
  <message>
   <source>Goodput per device</source>
   <translation>每个设备的有效吞吐</translation>
  </message>
  <message>
   <source>Tokens served per device-second</source>
   <translation>每设备秒服务的 token 数</translation>
  </message>
  <message>
   <source>Device-seconds per good request</source>
   <translation>每个达标请求的设备秒</translation>
  </message>
  <message>
   <source>Device time paid for and idle</source>
   <translation>已付费却空闲的设备时间</translation>
  </message>
  <message>
   <source>Price per million output tokens</source>
   <translation>每百万输出 token 的价格</translation>
  </message>
 </context>
 <context>
  <name>RatesPage</name>
  <message>
   <source>Sweep the rate</source>
   <translation>扫描到达率</translation>
  </message>
  <message>
   <source>At which rate does each policy break the contract, and who carries most under which contract?</source>
   <translation>每种策略在多高的到达率下打破契约？在哪种契约下谁承载最多？</translation>
  </message>
  <message>
   <source>Share within the contract</source>
   <translation>满足契约的比例</translation>
  </message>
  <message>
   <source>Goodput</source>
   <translation>Goodput</translation>
  </message>
  <message>
   <source>Who carries most, requests/s (≥: even a flood)</source>
   <translation>谁承载最多，请求/s（≥：如潮的请求也能承受）</translation>
  </message>
  <message>
   <source>The sweep is under way.</source>
   <translation>扫描正在进行。</translation>
  </message>
  <message>
   <source>requests/s (static batching keeps the contract at no rate)</source>
   <translation>请求/s（静态批处理在任何到达率下都不满足契约）</translation>
  </message>
  <message>
   <source>rate over static batching's {0} requests/s</source>
   <translation>到达率 ÷ 静态批处理的 {0} 请求/s</translation>
  </message>
  <message>
   <source>now</source>
   <translation>当前</translation>
  </message>
  <message>
   <source>Requests within the contract per second ({0} requests each)</source>
   <translation>每秒满足契约的请求数（每次 {0} 个请求）</translation>
  </message>
  <message>
   <source>all that come</source>
   <translation>全部到达</translation>
  </message>
  <message>
   <source>requests/s</source>
   <translation>请求/s</translation>
  </message>
  <message>
   <source>Within the contract by rate ({0} requests each)</source>
   <translation>各到达率下满足契约的比例（每次 {0} 个请求）</translation>
  </message>
  <message>
   <source>contract: {0}</source>
   <translation>契约：{0}</translation>
  </message>
  <message>
   <source>share within</source>
   <translation>满足的比例</translation>
  </message>
  <message>
   <source>policy</source>
   <translation>策略</translation>
  </message>
  <message>
   <source>rate (requests/s)</source>
   <translation>到达率（请求/s）</translation>
  </message>
  <message>
   <source>goodput (requests/s)</source>
   <translation>goodput（请求/s）</translation>
  </message>
  <message>
   <source>capacity (requests/s)</source>
   <translation>容量（请求/s）</translation>
  </message>
 </context>
 <context>
  <name>ReadSettingsForm</name>
  <message>
   <source>Rows to &amp;pass over</source>
   <translation>跳过的行数(&amp;P)</translation>
  </message>
  <message>
   <source>&amp;Rows to use</source>
   <translation>采用的行数(&amp;R)</translation>
  </message>
  <message>
   <source>&amp;Unit of time</source>
   <translation>时间单位(&amp;U)</translation>
  </message>
  <message>
   <source>&amp;Speed</source>
   <translation>速度(&amp;S)</translation>
  </message>
  <message>
   <source>Column of &amp;arrivals</source>
   <translation>到达时间列(&amp;A)</translation>
  </message>
  <message>
   <source>Column of pro&amp;mpt tokens</source>
   <translation>提示 token 列(&amp;M)</translation>
  </message>
  <message>
   <source>Column of &amp;output tokens</source>
   <translation>输出 token 列(&amp;O)</translation>
  </message>
  <message>
   <source>Look for the &amp;busiest stretch of that many rows</source>
   <translation>寻找同样行数中最繁忙的一段(&amp;B)</translation>
  </message>
  <message>
   <source>Read a&amp;gain</source>
   <translation>重新读取(&amp;G)</translation>
  </message>
  <message>
   <source>Recorded seconds per simulated second</source>
   <translation>每个模拟秒对应的记录秒数</translation>
  </message>
 </context>
 <context>
  <name>ReferenceImport</name>
  <message>
   <source>{0} cannot be read</source>
   <translation>无法读取 {0}</translation>
  </message>
  <message>
   <source>1 source added; Ctrl+Z takes it back.</source>
   <translation>已加入 1 篇文献；按 Ctrl+Z 撤回。</translation>
  </message>
  <message>
   <source>{0} sources added; Ctrl+Z takes them back.</source>
   <translation>已加入 {0} 篇文献；按 Ctrl+Z 撤回。</translation>
  </message>
  <message>
   <source>{0} edges added; Ctrl+Z takes them back.</source>
   <translation>已加入 {0} 条边；按 Ctrl+Z 撤回。</translation>
  </message>
  <message>
   <source>Import references</source>
   <translation>导入文献</translation>
  </message>
  <message>
   <source>Import references, file {place} of {last}</source>
   <translation>导入文献，第 {place} 个文件，共 {last} 个</translation>
  </message>
  <message>
   <source>Adding …</source>
   <translation>正在加入……</translation>
  </message>
  <message>
   <source>Reading {0} …</source>
   <translation>正在读取 {0}……</translation>
  </message>
  <message>
   <source>Add</source>
   <translation>加入</translation>
  </message>
  <message>
   <source>Pass over</source>
   <translation>跳过</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Keep keywords as tags</source>
   <translation>将关键词保留为标签</translation>
  </message>
  <message>
   <source>Attach PDFs that are there</source>
   <translation>附上现有的 PDF</translation>
  </message>
  <message>
   <source>Add 1 edge</source>
   <translation>加入 1 条边</translation>
  </message>
  <message>
   <source>Add {0} edges</source>
   <translation>加入 {0} 条边</translation>
  </message>
  <message>
   <source>Add 1 source</source>
   <translation>加入 1 篇文献</translation>
  </message>
  <message>
   <source>Add {0} sources</source>
   <translation>加入 {0} 篇文献</translation>
  </message>
 </context>
 <context>
  <name>ReplicaPlot</name>
  <message>
   <source>load</source>
   <translation>负载</translation>
  </message>
  <message>
   <source>slow</source>
   <translation>缓慢</translation>
  </message>
  <message>
   <source>down</source>
   <translation>宕机</translation>
  </message>
  <message>
   <source>draining</source>
   <translation>排空中</translation>
  </message>
  <message>
   <source>outside</source>
   <translation>外部</translation>
  </message>
  <message>
   <source>replica</source>
   <translation>副本</translation>
  </message>
  <message>
   <source>state</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>note</source>
   <translation>备注</translation>
  </message>
 </context>
 <context>
  <name>RequestClock</name>
  <message>
   <source>TTFT {time}</source>
   <translation>TTFT {time}</translation>
  </message>
  <message>
   <source>TPOT {time} × {count}</source>
   <translation>TPOT {time} × {count}</translation>
  </message>
  <message>
   <source>E2E {time}</source>
   <translation>E2E {time}</translation>
  </message>
  <message>
   <source>Request clock</source>
   <translation>请求时钟</translation>
  </message>
  <message>
   <source>Click to give each a lane of its own</source>
   <translation>点击让每个引擎各占一道</translation>
  </message>
  <message>
   <source>idle</source>
   <translation>空闲</translation>
  </message>
  <message>
   <source>transfers</source>
   <translation>传送</translation>
  </message>
  <message>
   <source>waits to be admitted</source>
   <translation>等待准入</translation>
  </message>
  <message>
   <source>reads its prompt, whole or in chunks</source>
   <translation>读入提示，整段或分块</translation>
  </message>
  <message>
   <source>writes one token per iteration</source>
   <translation>每次迭代写出一个 token</translation>
  </message>
  <message>
   <source>holds its slot, but this iteration works for others</source>
   <translation>占有槽位，但本次迭代服务于其他请求</translation>
  </message>
  <message>
   <source>lost its pages and must compute them again</source>
   <translation>失去了页，必须重新计算</translation>
  </message>
  <message>
   <source>has finished, but its slot is held until the batch ends</source>
   <translation>已完成，但槽位一直占用到整批结束</translation>
  </message>
  <message>
   <source>its state travels to another engine</source>
   <translation>状态正传往另一个引擎</translation>
  </message>
  <message>
   <source>waits, and its state is in host memory</source>
   <translation>等待，状态在主机内存中</translation>
  </message>
  <message>
   <source>waits, and keeps its state in its pages</source>
   <translation>等待，状态保留在页中</translation>
  </message>
  <message>
   <source>finished</source>
   <translation>完成</translation>
  </message>
  <message>
   <source>the last token</source>
   <translation>最后一个 token</translation>
  </message>
  <message>
   <source>deadline</source>
   <translation>期限</translation>
  </message>
  <message>
   <source>the contract's limit, kept</source>
   <translation>契约的限制，已遵守</translation>
  </message>
  <message>
   <source>missed</source>
   <translation>超期</translation>
  </message>
  <message>
   <source>TTFT or E2E came later than this</source>
   <translation>TTFT 或 E2E 晚于此刻</translation>
  </message>
  <message>
   <source>TPOT missed</source>
   <translation>TPOT 超限</translation>
  </message>
  <message>
   <source>TPOT is over the contract's limit</source>
   <translation>TPOT 超过契约的限制</translation>
  </message>
  <message>
   <source>token budget</source>
   <translation>token 预算</translation>
  </message>
  <message>
   <source>tokens an iteration may take; heights ∝ √tokens</source>
   <translation>一次迭代可容纳的 token；高度 ∝ √token 数</translation>
  </message>
  <message>
   <source>down</source>
   <translation>停机</translation>
  </message>
  <message>
   <source>the engine is dead, and its pages are lost</source>
   <translation>引擎已停机，它的页全部丢失</translation>
  </message>
  <message>
   <source>slow</source>
   <translation>变慢</translation>
  </message>
  <message>
   <source>an engine or the link takes longer than usual</source>
   <translation>某个引擎或链路比平时慢</translation>
  </message>
  <message>
   <source>height of an iteration: requests that hold a slot; blue ones decode, orange ones read their prompt, grey ones wait for their turn. Folded engines have a row each, the stronger the larger the batch; stripes: both kinds in one iteration</source>
   <translation>一次迭代的高度：占有槽位的请求数；蓝色在解码，橙色在读提示，灰色在等轮到自己。折叠的引擎各占一行，批越大颜色越深；条纹：一次迭代里两种都有</translation>
  </message>
  <message>
   <source>requests in the batch</source>
   <translation>批内请求数</translation>
  </message>
  <message>
   <source>{now} · {done} of {total} finished</source>
   <translation>{now} · 已完成 {done} / {total}</translation>
  </message>
  <message>
   <source>prefill {count} tokens</source>
   <translation>预填充 {count} 个 token</translation>
  </message>
  <message>
   <source>decode {count} tokens</source>
   <translation>解码 {count} 个 token</translation>
  </message>
  <message>
   <source>{count} iterations</source>
   <translation>{count} 次迭代</translation>
  </message>
  <message>
   <source>mean batch {count}</source>
   <translation>平均批大小 {count}</translation>
  </message>
  <message>
   <source>{count} finished</source>
   <translation>完成 {count} 个</translation>
  </message>
  <message>
   <source>{count} limits missed (TTFT {first}, TPOT {slow}, E2E {end})</source>
   <translation>超出限制 {count} 次（TTFT {first}，TPOT {slow}，E2E {end}）</translation>
  </message>
  <message>
   <source>nothing travels</source>
   <translation>没有传送</translation>
  </message>
  <message>
   <source>not yet arrived</source>
   <translation>尚未到达</translation>
  </message>
  <message>
   <source>queued</source>
   <translation>排队</translation>
  </message>
  <message>
   <source>prefill</source>
   <translation>预填充</translation>
  </message>
  <message>
   <source>decode</source>
   <translation>解码</translation>
  </message>
  <message>
   <source>preempted</source>
   <translation>被抢占</translation>
  </message>
  <message>
   <source>rejected</source>
   <translation>被拒绝</translation>
  </message>
  <message>
   <source>in transfer</source>
   <translation>传送中</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>in host memory</source>
   <translation>在主机内存中</translation>
  </message>
  <message>
   <source>stalled</source>
   <translation>停顿</translation>
  </message>
  <message>
   <source>padding</source>
   <translation>填充</translation>
  </message>
  <message>
   <source>transfer</source>
   <translation>传送</translation>
  </message>
  <message>
   <source>swapped out</source>
   <translation>已换出</translation>
  </message>
  <message>
   <source>{count} tokens of state</source>
   <translation>{count} 个 token 的状态</translation>
  </message>
  <message>
   <source>queue level {level}</source>
   <translation>队列级别 {level}</translation>
  </message>
  <message>
   <source>prompt {prompt}, output {output} tokens</source>
   <translation>提示 {prompt}，输出 {output} 个 token</translation>
  </message>
  <message>
   <source>{count} prompt tokens from the cache</source>
   <translation>{count} 个提示 token 来自缓存</translation>
  </message>
  <message>
   <source>preemptions: {count}</source>
   <translation>被抢占次数：{count}</translation>
  </message>
  <message>
   <source>(missed)</source>
   <translation>（超限）</translation>
  </message>
  <message>
   <source>rejected: it can never fit</source>
   <translation>被拒绝：永远放不下</translation>
  </message>
  <message>
   <source>turned away: too many tokens are outstanding</source>
   <translation>到达时被拒绝：未完成的 token 过多</translation>
  </message>
  <message>
   <source>turned away: its first token would come too late</source>
   <translation>到达时被拒绝：首个 token 会太晚</translation>
  </message>
  <message>
   <source>given up after a fault</source>
   <translation>故障后被放弃</translation>
  </message>
  <message>
   <source>Iteration {number} on {engine}</source>
   <translation>{engine} 上的第 {number} 次迭代</translation>
  </message>
  <message>
   <source>budget {count} tokens</source>
   <translation>预算 {count} 个 token</translation>
  </message>
  <message>
   <source>{running} running, {waiting} waiting</source>
   <translation>{running} 个运行，{waiting} 个等待</translation>
  </message>
  <message>
   <source>{bytes} in {time}</source>
   <translation>{time} 内 {bytes}</translation>
  </message>
  <message>
   <source>{rate} per second</source>
   <translation>每秒 {rate}</translation>
  </message>
  <message>
   <source>{running} running · {waiting} waiting</source>
   <translation>{running} 个运行 · {waiting} 个等待</translation>
  </message>
  <message>
   <source>At {time} of {total}: {now}, {finished} of {count} requests finished.</source>
   <translation>{total} 中的 {time}：{now}，{count} 个请求已完成 {finished} 个。</translation>
  </message>
  <message>
   <source>In the whole run {first} requests miss TTFT, {slow} TPOT and {end} E2E.</source>
   <translation>全程有 {first} 个请求超出 TTFT，{slow} 个超出 TPOT，{end} 个超出 E2E。</translation>
  </message>
  <message>
   <source>Measured range: {range}.</source>
   <translation>测量范围：{range}。</translation>
  </message>
  <message>
   <source>Open the next folded group of engines, or fold all (E)</source>
   <translation>展开下一组折叠的引擎，或全部折叠（E）</translation>
  </message>
  <message>
   <source>Heights of iterations: requests in the batch, or scheduled tokens (B)</source>
   <translation>迭代的高度：批内请求数，或调度的 token 数（B）</translation>
  </message>
  <message>
   <source>Lanes only for requests in the time shown</source>
   <translation>仅显示所示时段内请求的通道</translation>
  </message>
  <message>
   <source>Zoom out (S)</source>
   <translation>缩小 (S)</translation>
  </message>
  <message>
   <source>Zoom in (W)</source>
   <translation>放大 (W)</translation>
  </message>
  <message>
   <source>Fit the whole run (F, again for all lanes)</source>
   <translation>显示全程 (F，再按显示所有通道)</translation>
  </message>
  <message>
   <source>Scroll requests</source>
   <translation>滚动请求</translation>
  </message>
  <message>
   <source>No run to show.</source>
   <translation>没有可显示的运行。</translation>
  </message>
  <message>
   <source>Measured range</source>
   <translation>测量范围</translation>
  </message>
 </context>
 <context>
  <name>Routes</name>
  <message>
   <source>From {0} to {1}</source>
   <translation>从 {0} 到 {1}</translation>
  </message>
  <message>
   <source>To {0}</source>
   <translation>通往 {0}</translation>
  </message>
  <message>
   <source>All that the engine runs, by date</source>
   <translation>引擎能运行的全部技术，按日期</translation>
  </message>
  <message>
   <source>Main path of the field</source>
   <translation>领域主路径</translation>
  </message>
  <message>
   <source>The selected sources in order</source>
   <translation>所选文献的顺序</translation>
  </message>
  <message>
   <source>Select two sources first: Shift and a click (or Space) on the map, Ctrl and a click in the table.</source>
   <translation>请先选择两篇文献：在地图上按住 Shift 点击（或按空格键），在表格中按住 Ctrl 点击。</translation>
  </message>
  <message>
   <source>No line of descent joins {0} and {1}.</source>
   <translation>{0} 与 {1} 之间没有传承线。</translation>
  </message>
 </context>
 <context>
  <name>ScenarioEditor</name>
  <message>
   <source>Scenario of the day before</source>
   <translation>“之前”的场景</translation>
  </message>
  <message>
   <source>Every field may be left out. Run shows what this scenario does.</source>
   <translation>每个字段都可省略。运行会显示这个场景的表现。</translation>
  </message>
  <message>
   <source>Every field may be left out. Run compares this scenario without and with the technique.</source>
   <translation>每个字段都可省略。“运行”会在采用与不采用该技术的情况下比较此场景。</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>运行</translation>
  </message>
  <message>
   <source>edited scenario</source>
   <translation>编辑的场景</translation>
  </message>
 </context>
 <context>
  <name>Scrubber</name>
  <message>
   <source>Time</source>
   <translation>时间</translation>
  </message>
  <message>
   <source>and {count} more</source>
   <translation>另有 {count} 项</translation>
  </message>
 </context>
 <context>
  <name>Shelving</name>
  <message>
   <source>Remove relation</source>
   <translation>移除关系</translation>
  </message>
  <message>
   <source>Relation:</source>
   <translation>关系：</translation>
  </message>
  <message>
   <source>Save path</source>
   <translation>保存路径</translation>
  </message>
  <message>
   <source>Save scenario</source>
   <translation>保存场景</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>{0} is saved already. Replace it?</source>
   <translation>{0} 已经保存过。要替换吗？</translation>
  </message>
  <message>
   <source>path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>scenario</source>
   <translation>场景</translation>
  </message>
  <message>
   <source>Name:</source>
   <translation>名称：</translation>
  </message>
 </context>
 <context>
  <name>Source</name>
  <message>
   <source>paper</source>
   <translation>论文</translation>
  </message>
  <message>
   <source>repository</source>
   <translation>代码库</translation>
  </message>
  <message>
   <source>report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>uses</source>
   <translation>使用</translation>
  </message>
  <message>
   <source>extends</source>
   <translation>扩展</translation>
  </message>
  <message>
   <source>same problem</source>
   <translation>同一问题</translation>
  </message>
  <message>
   <source>baseline</source>
   <translation>基线</translation>
  </message>
  <message>
   <source>replaces</source>
   <translation>取代</translation>
  </message>
  <message>
   <source>combines</source>
   <translation>结合</translation>
  </message>
  <message>
   <source>cited in the source</source>
   <translation>文献中引用</translation>
  </message>
  <message>
   <source>stated in the abstract</source>
   <translation>摘要中说明</translation>
  </message>
  <message>
   <source>stated in the repository</source>
   <translation>代码库中说明</translation>
  </message>
  <message>
   <source>our reading of the history</source>
   <translation>我们对历史的解读</translation>
  </message>
  <message>
   <source>your own link</source>
   <translation>您自己添加的连线</translation>
  </message>
  <message>
   <source>attention forms</source>
   <translation>注意力形式</translation>
  </message>
  <message>
   <source>sparse attention</source>
   <translation>稀疏注意力</translation>
  </message>
  <message>
   <source>paged memory</source>
   <translation>分页内存</translation>
  </message>
  <message>
   <source>reuse</source>
   <translation>复用</translation>
  </message>
  <message>
   <source>offloading</source>
   <translation>卸载</translation>
  </message>
  <message>
   <source>quantisation</source>
   <translation>量化</translation>
  </message>
  <message>
   <source>speculation</source>
   <translation>投机解码</translation>
  </message>
  <message>
   <source>scheduling</source>
   <translation>调度</translation>
  </message>
  <message>
   <source>disaggregation</source>
   <translation>分离部署</translation>
  </message>
  <message>
   <source>parallelism</source>
   <translation>并行</translation>
  </message>
  <message>
   <source>experts</source>
   <translation>混合专家</translation>
  </message>
  <message>
   <source>kernels</source>
   <translation>内核</translation>
  </message>
  <message>
   <source>runtime</source>
   <translation>运行时</translation>
  </message>
  <message>
   <source>workloads and hardware</source>
   <translation>负载与硬件</translation>
  </message>
  <message>
   <source>canon</source>
   <translation>正典</translation>
  </message>
  <message>
   <source>neighbour</source>
   <translation>周边文献</translation>
  </message>
  <message>
   <source>yours</source>
   <translation>自建</translation>
  </message>
  <message>
   <source>unread</source>
   <translation>未读</translation>
  </message>
  <message>
   <source>skimmed</source>
   <translation>略读</translation>
  </message>
  <message>
   <source>read</source>
   <translation>已读</translation>
  </message>
  <message>
   <source>taught</source>
   <translation>已讲授</translation>
  </message>
  <message>
   <source>a copy of the full text</source>
   <translation>全文副本</translation>
  </message>
  <message>
   <source>a copy of the abstract</source>
   <translation>摘要副本</translation>
  </message>
  <message>
   <source>our own arithmetic</source>
   <translation>我们自己的推算</translation>
  </message>
  <message>
   <source>second hand: notes of a reader</source>
   <translation>二手资料：他人的阅读笔记</translation>
  </message>
  <message>
   <source>reference lists of other works</source>
   <translation>其他文献的参考文献表</translation>
  </message>
 </context>
 <context>
  <name>SourceCard</name>
  <message>
   <source>unverified</source>
   <translation>未核实</translation>
  </message>
  <message>
   <source>Not seen in a source by us: do not quote it as a fact.</source>
   <translation>我们未在文献中见到：请勿当作事实引用。</translation>
  </message>
  <message>
   <source>Source card</source>
   <translation>文献卡片</translation>
  </message>
  <message>
   <source>Your note on this source</source>
   <translation>您对该文献的笔记</translation>
  </message>
  <message>
   <source>Your note</source>
   <translation>您的笔记</translation>
  </message>
  <message>
   <source>No source selected</source>
   <translation>未选择文献</translation>
  </message>
  <message>
   <source>Pick one in the lineage to see what it does and what it claims.</source>
   <translation>在谱系中选择一篇，查看它做了什么、声称什么。</translation>
  </message>
  <message>
   <source>Claims</source>
   <translation>声称</translation>
  </message>
  <message>
   <source>against {0}</source>
   <translation>对比 {0}</translation>
  </message>
  <message>
   <source>seen in {0}</source>
   <translation>见于{0}</translation>
  </message>
  <message>
   <source>Seen at {0}</source>
   <translation>出处：{0}</translation>
  </message>
  <message>
   <source>Versions disagree</source>
   <translation>各版本不一致</translation>
  </message>
  <message>
   <source>Versions {0}</source>
   <translation>版本分歧 {0}</translation>
  </message>
  <message>
   <source>Quote</source>
   <translation>引用建议</translation>
  </message>
  <message>
   <source>Fold {0}</source>
   <translation>折叠“{0}”</translation>
  </message>
  <message>
   <source>Unfold {0}</source>
   <translation>展开“{0}”</translation>
  </message>
  <message>
   <source>Builds on</source>
   <translation>基于</translation>
  </message>
  <message>
   <source>Led to</source>
   <translation>引出</translation>
  </message>
  <message>
   <source>slanted: our reading of the history</source>
   <translation>斜体：我们对历史的解读</translation>
  </message>
  <message>
   <source>?: unverified</source>
   <translation>?：未核实</translation>
  </message>
  <message>
   <source>Edit this source of yours</source>
   <translation>编辑这份自建文献</translation>
  </message>
  <message>
   <source>Edit…</source>
   <translation>编辑…</translation>
  </message>
  <message>
   <source>Remove this source of yours; this can be undone</source>
   <translation>移除这份自建文献，可以撤销</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>living project</source>
   <translation>持续演进的项目</translation>
  </message>
  <message>
   <source>arXiv</source>
   <translation>arXiv</translation>
  </message>
  <message>
   <source>DOI</source>
   <translation>DOI</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>网页</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>代码</translation>
  </message>
  <message>
   <source>You brought this source; it is kept in your own notebook.</source>
   <translation>这份文献是您添加的，保存在您自己的笔记本里。</translation>
  </message>
  <message>
   <source>can be run</source>
   <translation>可运行</translation>
  </message>
  <message>
   <source>Not yet runnable: shows its card and lineage only.</source>
   <translation>尚不可运行：仅显示卡片和谱系。</translation>
  </message>
  <message>
   <source>not yet runnable</source>
   <translation>尚不能运行</translation>
  </message>
  <message>
   <source>A work around the 62 sources of the canon.</source>
   <translation>62 份正典文献周边的工作。</translation>
  </message>
  <message>
   <source>bibliography not verified</source>
   <translation>书目未核实</translation>
  </message>
  <message>
   <source>date not verified</source>
   <translation>日期未核实</translation>
  </message>
  <message>
   <source>Your note:</source>
   <translation>您的笔记：</translation>
  </message>
  <message>
   <source>Detach {0}: the file itself stays</source>
   <translation>取消附加 {0}：文件本身保留</translation>
  </message>
  <message>
   <source>Problem</source>
   <translation>问题</translation>
  </message>
  <message>
   <source>Mechanism</source>
   <translation>机制</translation>
  </message>
  <message>
   <source>Caveat</source>
   <translation>注意</translation>
  </message>
  <message>
   <source>Effect on the ledgers</source>
   <translation>对账本的影响</translation>
  </message>
  <message>
   <source>as the source describes it</source>
   <translation>依文献所述</translation>
  </message>
  <message>
   <source>Ledgers {0}</source>
   <translation>账本 {0}</translation>
  </message>
  <message>
   <source>Worth knowing</source>
   <translation>值得一提</translation>
  </message>
  <message>
   <source>Formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>The smallest honest experiment</source>
   <translation>最小的诚实实验</translation>
  </message>
  <message>
   <source>Its own settings</source>
   <translation>自身的设定</translation>
  </message>
  <message>
   <source>source {0} of the canon</source>
   <translation>正典第 {0} 篇</translation>
  </message>
  <message>
   <source>Bibliography</source>
   <translation>书目</translation>
  </message>
  <message>
   <source>Where the facts were seen</source>
   <translation>事实的出处</translation>
  </message>
 </context>
 <context>
  <name>SourcePair</name>
  <message>
   <source>{0} beside {1}</source>
   <translation>{0} 与 {1} 并排对照</translation>
  </message>
  <message>
   <source>Two sources side by side</source>
   <translation>两份文献并排对照</translation>
  </message>
  <message>
   <source>No two sources chosen</source>
   <translation>尚未选定两份文献</translation>
  </message>
  <message>
   <source>Choose a second source to see both beside each other.</source>
   <translation>再选一份文献，即可并排对照。</translation>
  </message>
  <message>
   <source>not runnable yet: nothing is measured</source>
   <translation>尚不能运行：没有实测数据</translation>
  </message>
  <message>
   <source>not measured yet: run it once to see its figures here</source>
   <translation>尚未实测：运行一次即可在此看到数据</translation>
  </message>
  <message>
   <source>The eighteen ledgers</source>
   <translation>十八本账</translation>
  </message>
  <message>
   <source>Neither builds directly on the other.</source>
   <translation>两者都不直接以对方为基础。</translation>
  </message>
  <message>
   <source>Neither builds on the other, not even by way of others.</source>
   <translation>两者互不为基础，经由其他文献也不相连。</translation>
  </message>
  <message>
   <source>How they are related</source>
   <translation>两者的关系</translation>
  </message>
  <message>
   <source>{0} builds on {1}</source>
   <translation>{0} 以 {1} 为基础</translation>
  </message>
  <message>
   <source>what the source says, and below our run of it, each in a scenario of its own</source>
   <translation>上为文献自述，下为我们的实测，各在自己的场景中运行</translation>
  </message>
  <message>
   <source>each against its own baseline: not comparable with each other</source>
   <translation>各有各的基线，彼此不可比</translation>
  </message>
 </context>
 <context>
  <name>SourceTable</name>
  <message>
   <source>{0} of {1} &amp;columns</source>
   <translation>列 {0}/{1}(&amp;C)</translation>
  </message>
  <message>
   <source>&amp;Open</source>
   <translation>打开(&amp;O)</translation>
  </message>
  <message>
   <source>&amp;Copy rows</source>
   <translation>复制所选行(&amp;C)</translation>
  </message>
  <message>
   <source>Select &amp;all</source>
   <translation>全选(&amp;A)</translation>
  </message>
  <message>
   <source>Re&amp;move own sources…</source>
   <translation>移除自建文献(&amp;M)…</translation>
  </message>
  <message>
   <source>{0} of {1} sources</source>
   <translation>{1} 篇文献中的 {0} 篇</translation>
  </message>
  <message>
   <source>{0} selected</source>
   <translation>已选 {0} 篇</translation>
  </message>
  <message>
   <source>{0} selected but hidden by the filter</source>
   <translation>{0} 篇已选但被筛选隐藏</translation>
  </message>
  <message>
   <source>by {0}, last first</source>
   <translation>按{0}倒序</translation>
  </message>
  <message>
   <source>by {0}</source>
   <translation>按{0}排序</translation>
  </message>
  <message>
   <source>No source passes the filter</source>
   <translation>没有文献符合筛选条件</translation>
  </message>
  <message>
   <source>Take a part of it away to see more.</source>
   <translation>取消其中一项即可看到更多。</translation>
  </message>
  <message>
   <source>The library is empty</source>
   <translation>文献库是空的</translation>
  </message>
  <message>
   <source>Sources as a table</source>
   <translation>文献表格</translation>
  </message>
  <message>
   <source>Sources</source>
   <translation>文献</translation>
  </message>
  <message>
   <source>Headings: Enter sorts, Alt with arrows resizes</source>
   <translation>列标题：Enter 排序，Alt 加方向键调整宽度</translation>
  </message>
  <message>
   <source>Choose the columns</source>
   <translation>选择显示的列</translation>
  </message>
  <message>
   <source>name</source>
   <translation>名称</translation>
  </message>
  <message>
   <source>date</source>
   <translation>日期</translation>
  </message>
  <message>
   <source>ledgers</source>
   <translation>账本</translation>
  </message>
  <message>
   <source>title</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>authors</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>venue</source>
   <translation>发表处</translation>
  </message>
  <message>
   <source>family</source>
   <translation>技术族</translation>
  </message>
  <message>
   <source>evidence</source>
   <translation>证据</translation>
  </message>
  <message>
   <source>status</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <source>builds on</source>
   <translation>基于</translation>
  </message>
  <message>
   <source>led to</source>
   <translation>引出</translation>
  </message>
  <message>
   <source>belongs to</source>
   <translation>归属</translation>
  </message>
  <message>
   <source>kind</source>
   <translation>类型</translation>
  </message>
  <message>
   <source>published by</source>
   <translation>发布机构</translation>
  </message>
  <message>
   <source>What lecturers call it; the mark tells kind and ring</source>
   <translation>讲课时的叫法；标记表示类型与归属</translation>
  </message>
  <message>
   <source>When the source first appeared</source>
   <translation>文献首次出现的时间</translation>
  </message>
  <message>
   <source>Ledgers that the source moves, its main one first: ▲ saves, ▼ costs, ◆ shapes</source>
   <translation>文献所影响的账本，主账本在前：▲ 节省，▼ 增加，◆ 影响</translation>
  </message>
  <message>
   <source>The full title</source>
   <translation>完整标题</translation>
  </message>
  <message>
   <source>Who signed it</source>
   <translation>署名作者</translation>
  </message>
  <message>
   <source>Where it was published</source>
   <translation>发表在哪里</translation>
  </message>
  <message>
   <source>The family of techniques, our grouping</source>
   <translation>技术族，由我们归类</translation>
  </message>
  <message>
   <source>What its claims rest on; ✓ all of it was seen, ? something was not verified</source>
   <translation>各项声称的依据；✓ 全部已核对，? 有内容未核实</translation>
  </message>
  <message>
   <source>How far you are with it</source>
   <translation>您读到了哪一步</translation>
  </message>
  <message>
   <source>Your tags</source>
   <translation>您的标签</translation>
  </message>
  <message>
   <source>How many sources it builds on directly</source>
   <translation>它直接基于多少篇文献</translation>
  </message>
  <message>
   <source>How many sources build on it directly</source>
   <translation>多少篇文献直接基于它</translation>
  </message>
  <message>
   <source>A primary source, a neighbour around them, or a source of your own</source>
   <translation>正典文献、周边文献，或您的自建文献</translation>
  </message>
  <message>
   <source>Paper, report or repository</source>
   <translation>论文、报告或代码库</translation>
  </message>
  <message>
   <source>The organisation, where authors or repository name it</source>
   <translation>机构，以作者或代码库写明者为限</translation>
  </message>
  <message>
   <source>verified</source>
   <translation>已核实</translation>
  </message>
  <message>
   <source>not verified</source>
   <translation>未核实</translation>
  </message>
  <message>
   <source>undated</source>
   <translation>无日期</translation>
  </message>
  <message>
   <source>Legend</source>
   <translation>图例</translation>
  </message>
  <message>
   <source>all was seen</source>
   <translation>全部已核对</translation>
  </message>
  <message>
   <source>something was not verified</source>
   <translation>有内容未核实</translation>
  </message>
  <message>
   <source>ancestor</source>
   <translation>祖先</translation>
  </message>
  <message>
   <source>descendant</source>
   <translation>后代</translation>
  </message>
 </context>
 <context>
  <name>SourceTableMenu</name>
  <message>
   <source>&amp;Columns</source>
   <translation>列(&amp;C)</translation>
  </message>
  <message>
   <source>As many as &amp;fit</source>
   <translation>按宽度自动(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Sort by</source>
   <translation>排序(&amp;S)</translation>
  </message>
  <message>
   <source>Last firs&amp;t</source>
   <translation>倒序(&amp;T)</translation>
  </message>
  <message>
   <source>&amp;Reading status</source>
   <translation>阅读状态(&amp;R)</translation>
  </message>
 </context>
 <context>
  <name>SpeculationControls</name>
  <message>
   <source>Acceptance</source>
   <translation>接受</translation>
  </message>
  <message>
   <source>one chance at all positions</source>
   <translation>所有位置同一概率</translation>
  </message>
  <message>
   <source>a chance for each position</source>
   <translation>每个位置一个概率</translation>
  </message>
  <message>
   <source>two distributions p and q</source>
   <translation>两个分布 p 和 q</translation>
  </message>
  <message>
   <source>exact: min(1, p/q)</source>
   <translation>精确：min(1, p/q)</translation>
  </message>
  <message>
   <source>typical: whatever p finds likely</source>
   <translation>典型：p 认为够可能的都收</translation>
  </message>
  <message>
   <source>min(1, p/q), but replaced from p</source>
   <translation>min(1, p/q)，但改从 p 补</translation>
  </message>
  <message>
   <source>What is known of it</source>
   <translation>已知什么</translation>
  </message>
  <message>
   <source>Chance that a draft is accepted</source>
   <translation>草稿被接受的概率</translation>
  </message>
  <message>
   <source>Chance by position</source>
   <translation>各位置的概率</translation>
  </message>
  <message>
   <source>Shares of 1, one for each position; the last one goes on.</source>
   <translation>0 到 1 之间，每个位置一个；最后一个沿用到后面。</translation>
  </message>
  <message>
   <source>Weights of p (target)</source>
   <translation>p（目标）的权重</translation>
  </message>
  <message>
   <source>One for each token; they need not sum to anything.</source>
   <translation>每个 token 一个；总和不必是 1。</translation>
  </message>
  <message>
   <source>Weights of q (draft)</source>
   <translation>q（草稿）的权重</translation>
  </message>
  <message>
   <source>One for each token. The bars of q can also be dragged.</source>
   <translation>每个 token 一个。也可以直接拖动 q 的柱子。</translation>
  </message>
  <message>
   <source>How a draft is judged</source>
   <translation>如何评判草稿</translation>
  </message>
  <message>
   <source>ε: as likely is always enough</source>
   <translation>ε：达到即可接受</translation>
  </message>
  <message>
   <source>δ: times exp(-entropy) is enough</source>
   <translation>δ：乘 exp(-熵) 即可接受</translation>
  </message>
  <message>
   <source>Drafts</source>
   <translation>草稿</translation>
  </message>
  <message>
   <source>a chain</source>
   <translation>链</translation>
  </message>
  <message>
   <source>a tree</source>
   <translation>树</translation>
  </message>
  <message>
   <source>Draft length (tokens ahead)</source>
   <translation>草稿长度（前瞻 token 数）</translation>
  </message>
  <message>
   <source>The drafts form</source>
   <translation>草稿的形状</translation>
  </message>
  <message>
   <source>Candidates after each token</source>
   <translation>每个 token 后的候选数</translation>
  </message>
  <message>
   <source>By position; the last number goes on.</source>
   <translation>按位置；最后一个数沿用到后面。</translation>
  </message>
  <message>
   <source>Drafts come from</source>
   <translation>草稿来自</translation>
  </message>
  <message>
   <source>something at a cost I set</source>
   <translation>自定成本的来源</translation>
  </message>
  <message>
   <source>Cost of a draft step, in plain steps</source>
   <translation>一步起草的成本（以普通步计）</translation>
  </message>
  <message>
   <source>Recurrent state after a rejection</source>
   <translation>拒绝后的循环状态</translation>
  </message>
  <message>
   <source>a copy for every draft: memory</source>
   <translation>每个草稿留副本：占内存</translation>
  </message>
  <message>
   <source>accepted run again: time</source>
   <translation>已接受的重跑：费时间</translation>
  </message>
  <message>
   <source>Serving</source>
   <translation>服务</translation>
  </message>
  <message>
   <source>from the cost model</source>
   <translation>由成本模型算出</translation>
  </message>
  <message>
   <source>as much as a plain step</source>
   <translation>与普通步相同</translation>
  </message>
  <message>
   <source>Batch size</source>
   <translation>批大小</translation>
  </message>
  <message>
   <source>Context of each</source>
   <translation>每个请求的上下文</translation>
  </message>
  <message>
   <source>A verification costs</source>
   <translation>一次验证的成本</translation>
  </message>
  <message>
   <source>Target model</source>
   <translation>目标模型</translation>
  </message>
  <message>
   <source>Accelerator</source>
   <translation>加速器</translation>
  </message>
  <message>
   <source>Tensor parallel</source>
   <translation>张量并行</translation>
  </message>
  <message>
   <source>Expert parallel</source>
   <translation>专家并行</translation>
  </message>
  <message>
   <source>Bits per weight</source>
   <translation>每个权重的位数</translation>
  </message>
  <message>
   <source>Proof</source>
   <translation>证明</translation>
  </message>
  <message>
   <source>Texts that are looked at</source>
   <translation>检验的文本数</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>随机种子</translation>
  </message>
 </context>
 <context>
  <name>SpeculationView</name>
  <message>
   <source>Speed-up</source>
   <translation>加速比</translation>
  </message>
  <message>
   <source>Batch size</source>
   <translation>批大小</translation>
  </message>
  <message>
   <source>One step</source>
   <translation>一步</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Token 数</translation>
  </message>
  <message>
   <source>Proof</source>
   <translation>证明</translation>
  </message>
  <message>
   <source>What to look at</source>
   <translation>看什么</translation>
  </message>
 </context>
 <context>
  <name>SpeculationWords</name>
  <message>
   <source>Why can a longer draft be slower, and is what comes out still the target's own text?</source>
   <translation>草稿更长为什么反而更慢？出来的还是目标模型自己的文本吗？</translation>
  </message>
  <message>
   <source>Twelve ahead</source>
   <translation>前瞻十二个</translation>
  </message>
  <message>
   <source>A longer draft yields more tokens per verification and is slower. Drag it shorter.</source>
   <translation>草稿更长，每次验证得到的 token 更多，却更慢。把它拖短试试。</translation>
  </message>
  <message>
   <source>Four ahead</source>
   <translation>前瞻四个</translation>
  </message>
  <message>
   <source>A 1B model drafts four tokens for a 70B model: more than twice as fast.</source>
   <translation>1B 模型为 70B 模型起草四个 token：快一倍以上。</translation>
  </message>
  <message>
   <source>A tree for one user</source>
   <translation>单用户用树</translation>
  </message>
  <message>
   <source>Several candidates per position, and one request: verification is nearly free.</source>
   <translation>每个位置多个候选，只有一个请求：验证几乎免费。</translation>
  </message>
  <message>
   <source>State copied</source>
   <translation>状态留副本</translation>
  </message>
  <message>
   <source>Every draft leaves a copy of the recurrent state: a rejection costs memory and no time.</source>
   <translation>每个草稿都留一份循环状态的副本：拒绝只占内存，不费时间。</translation>
  </message>
  <message>
   <source>Two laws, one output</source>
   <translation>两个分布，一个输出</translation>
  </message>
  <message>
   <source>p and q differ, and the output still follows p: the test finds nothing, however many texts.</source>
   <translation>p 和 q 不同，输出却仍服从 p：文本再多，检验也查不出问题。</translation>
  </message>
  <message>
   <source>LayerSkip, 7B</source>
   <translation>LayerSkip，7B</translation>
  </message>
  <message>
   <source>Drafts from the first 8 of 32 layers: the formula says ×2.3, the authors measured ×2.05.</source>
   <translation>用 32 层中的前 8 层起草：公式给出 ×2.3，作者实测 ×2.05。</translation>
  </message>
  <message>
   <source>Kimi K3, one user</source>
   <translation>Kimi K3，单用户</translation>
  </message>
  <message>
   <source>Seven drafts a step on 16 GB300: ×3.1 reported, ×3.5 by the cost model, with more experts to read.</source>
   <translation>16 张 GB300 上每步七个草稿：报告为 ×3.1；成本模型计入更多专家的读取，给出 ×3.5。</translation>
  </message>
  <message>
   <source>DeepSeek-V3, MTP</source>
   <translation>DeepSeek-V3，MTP</translation>
  </message>
  <message>
   <source>One more token per step, accepted 85 to 90 % of the time: ×1.8 reported, ×1.84 by the formula.</source>
   <translation>每步多一个 token，接受率 85% 到 90%：报告为 ×1.8，公式给出 ×1.84。</translation>
  </message>
  <message>
   <source>A crowd of 128</source>
   <translation>128 个请求</translation>
  </message>
  <message>
   <source>With many requests the drafts compete for arithmetic, and verification is no longer free.</source>
   <translation>请求一多，草稿就要争抢算力，验证不再免费。</translation>
  </message>
  <message>
   <source>A tree in a crowd</source>
   <translation>人群中的树</translation>
  </message>
  <message>
   <source>Twenty places to verify for each of 64 requests: most of the work is for nothing.</source>
   <translation>64 个请求各有二十个位置要验证：大部分工作白做。</translation>
  </message>
  <message>
   <source>A perfect draft</source>
   <translation>完美的草稿</translation>
  </message>
  <message>
   <source>Every draft is accepted, for the draft model is the target itself: nothing is gained.</source>
   <translation>草稿全部被接受，因为草稿模型就是目标模型本身：毫无收益。</translation>
  </message>
  <message>
   <source>LayerSkip, 1.5B</source>
   <translation>LayerSkip，1.5B</translation>
  </message>
  <message>
   <source>Two drafts in a hundred are accepted: three times slower, as the authors measured.</source>
   <translation>一百个草稿只接受两个：慢到三分之一，与作者实测一致。</translation>
  </message>
  <message>
   <source>State replayed</source>
   <translation>状态重跑</translation>
  </message>
  <message>
   <source>What was accepted has to run again after a rejection: what drafts gain is spent on that.</source>
   <translation>拒绝之后，已接受的要重跑一遍：草稿省下的时间都花在这上面。</translation>
  </message>
  <message>
   <source>No room for copies</source>
   <translation>副本放不下</translation>
  </message>
  <message>
   <source>Eight copies of the recurrent state for each of 32 requests do not fit beside the weights.</source>
   <translation>32 个请求各八份循环状态副本，权重旁边放不下。</translation>
  </message>
  <message>
   <source>Typical acceptance</source>
   <translation>典型接受</translation>
  </message>
  <message>
   <source>Faster than the exact rule, and no longer the target's text: the test refuses it.</source>
   <translation>比精确规则更快，但已不是目标模型的文本：检验拒绝它。</translation>
  </message>
  <message>
   <source>Speed-up {speedup}: {tokens} tokens for a step that takes {step} plain ones.</source>
   <translation>加速比 {speedup}：一步得到 {tokens} 个 token，耗时相当于 {step} 个普通步。</translation>
  </message>
  <message>
   <source>Speed-up {speedup}, and it could be {best} with {best_depth} tokens ahead.</source>
   <translation>加速比 {speedup}；若前瞻 {best_depth} 个 token 可达 {best}。</translation>
  </message>
  <message>
   <source>Speed-up {speedup}, but a shorter draft is better: {best} with {best_depth} tokens ahead.</source>
   <translation>加速比 {speedup}，但草稿短些更好：前瞻 {best_depth} 个 token 时为 {best}。</translation>
  </message>
  <message>
   <source>Speed-up {speedup}: drafting gains nothing. {tokens} tokens for a step that takes {step} plain ones.</source>
   <translation>加速比 {speedup}：起草没有收益。一步得到 {tokens} 个 token，耗时相当于 {step} 个普通步。</translation>
  </message>
  <message>
   <source>Nothing is drafted. With {best_depth} tokens ahead the speed-up would be {best}.</source>
   <translation>没有起草。若前瞻 {best_depth} 个 token，加速比为 {best}。</translation>
  </message>
  <message>
   <source>Slower than without drafts, {speedup}. Drafting alone takes {excess} plain steps; the best length is {best_depth} ({best}).</source>
   <translation>比不用草稿还慢，{speedup}。单是起草就要 {excess} 个普通步；最佳长度是 {best_depth}（{best}）。</translation>
  </message>
  <message>
   <source>Slower than without drafts, {speedup}. At batch size {batch} verifying takes {excess} plain steps more; the best length is {best_depth} ({best}).</source>
   <translation>比不用草稿还慢，{speedup}。批大小为 {batch} 时，验证多花 {excess} 个普通步；最佳长度是 {best_depth}（{best}）。</translation>
  </message>
  <message>
   <source>Slower than without drafts, {speedup}. Accepted tokens run again after rejections; without that it would be {without}.</source>
   <translation>比不用草稿还慢，{speedup}。拒绝后已接受的 token 要重跑；若不必重跑则为 {without}。</translation>
  </message>
  <message>
   <source>Slower than without drafts, {speedup}. Only {accepted} drafts per verification are accepted.</source>
   <translation>比不用草稿还慢，{speedup}。每次验证只接受 {accepted} 个草稿。</translation>
  </message>
  <message>
   <source>Speed-up {speedup}, but this is not the target's text: {bias} of the probability lies elsewhere.</source>
   <translation>加速比 {speedup}，但这不是目标模型的文本：有 {bias} 的概率落在了别处。</translation>
  </message>
  <message>
   <source>It does not fit: what drafting keeps in memory leaves no room for {batch} requests.</source>
   <translation>放不下：起草占用的内存让 {batch} 个请求没有空间。</translation>
  </message>
  <message>
   <source>It does not fit: there is no room for the state of {batch} requests, with or without drafts.</source>
   <translation>放不下：不论有没有草稿，{batch} 个请求的状态都没有空间。</translation>
  </message>
  <message>
   <source>It does not fit: the weights leave no room for state. Take more or larger devices.</source>
   <translation>放不下：权重没有给状态留下空间。请用更多或更大的设备。</translation>
  </message>
  <message>
   <source>Speed-up</source>
   <translation>加速比</translation>
  </message>
  <message>
   <source>Speed-up, as its authors report it</source>
   <translation>加速比（作者报告）</translation>
  </message>
  <message>
   <source>Tokens per verification</source>
   <translation>每次验证的 token 数</translation>
  </message>
  <message>
   <source>Best draft length</source>
   <translation>最佳草稿长度</translation>
  </message>
  <message>
   <source>Overlap of p and q: chance of acceptance</source>
   <translation>p 与 q 的重叠：接受概率</translation>
  </message>
  <message>
   <source>Acceptance loss</source>
   <translation>接受损失</translation>
  </message>
  <message>
   <source>Chance that one of the first candidates is accepted</source>
   <translation>首个位置有候选被接受的概率</translation>
  </message>
  <message>
   <source>Threshold of typical acceptance</source>
   <translation>典型接受的阈值</translation>
  </message>
  <message>
   <source>Wasted drafts</source>
   <translation>浪费的草稿</translation>
  </message>
  <message>
   <source>A plain step</source>
   <translation>普通步</translation>
  </message>
  <message>
   <source>Drafting</source>
   <translation>起草</translation>
  </message>
  <message>
   <source>Verification</source>
   <translation>验证</translation>
  </message>
  <message>
   <source>Running accepted tokens again</source>
   <translation>已接受 token 的重跑</translation>
  </message>
  <message>
   <source>Copies of recurrent state</source>
   <translation>循环状态的副本</translation>
  </message>
  <message>
   <source>Batch size from which every draft loses</source>
   <translation>从此批大小起任何草稿都亏</translation>
  </message>
  <message>
   <source>Distance of the output from p</source>
   <translation>输出与 p 的距离</translation>
  </message>
  <message>
   <source>Tokens per verification, counted</source>
   <translation>每次验证的 token 数（实测计数）</translation>
  </message>
  <message>
   <source>p-value: output against the target's law</source>
   <translation>p 值：输出对目标分布</translation>
  </message>
  <message>
   <source>Tokens per verification in the engine</source>
   <translation>引擎中每次验证的 token 数</translation>
  </message>
  <message>
   <source>Speed-up in the engine</source>
   <translation>引擎中的加速比</translation>
  </message>
 </context>
 <context>
  <name>SpeedMap</name>
  <message>
   <source>no room</source>
   <translation>放不下</translation>
  </message>
  <message>
   <source>Batch size</source>
   <translation>批大小</translation>
  </message>
  <message>
   <source>Draft length</source>
   <translation>草稿长度</translation>
  </message>
  <message>
   <source>faster</source>
   <translation>更快</translation>
  </message>
  <message>
   <source>slower</source>
   <translation>更慢</translation>
  </message>
  <message>
   <source>no room in memory</source>
   <translation>内存放不下</translation>
  </message>
  <message>
   <source>best length</source>
   <translation>最佳长度</translation>
  </message>
 </context>
 <context>
  <name>SpeedPage</name>
  <message>
   <source>Speed-up over the draft length, batch size {0}</source>
   <translation>加速比随草稿长度变化，批大小 {0}</translation>
  </message>
  <message>
   <source>Where drafts pay, and where they lose</source>
   <translation>草稿在哪里划算，在哪里吃亏</translation>
  </message>
  <message>
   <source>speed-up</source>
   <translation>加速比</translation>
  </message>
  <message>
   <source>if drafting were free</source>
   <translation>若起草免费</translation>
  </message>
  <message>
   <source>if verifying took a plain step</source>
   <translation>若验证只需一个普通步</translation>
  </message>
  <message>
   <source>best: {0} ahead, {1}</source>
   <translation>最佳：前瞻 {0} 个，{1}</translation>
  </message>
  <message>
   <source>reported: {0}</source>
   <translation>报告值：{0}</translation>
  </message>
  <message>
   <source>simulated: {0}</source>
   <translation>模拟：{0}</translation>
  </message>
  <message>
   <source>tokens drafted ahead</source>
   <translation>前瞻的 token 数</translation>
  </message>
  <message>
   <source>slower than without drafts</source>
   <translation>比不用草稿更慢</translation>
  </message>
  <message>
   <source>now</source>
   <translation>当前</translation>
  </message>
 </context>
 <context>
  <name>SpreadPage</name>
  <message>
   <source>Histogram</source>
   <translation>直方图</translation>
  </message>
  <message>
   <source>Share up to a value (CDF)</source>
   <translation>累计比例（CDF）</translation>
  </message>
  <message>
   <source>The run is not there yet.</source>
   <translation>运行结果还没有出来。</translation>
  </message>
  <message>
   <source>contract</source>
   <translation>契约</translation>
  </message>
 </context>
 <context>
  <name>StagePane</name>
  <message>
   <source>Day before</source>
   <translation>之前</translation>
  </message>
  <message>
   <source>Day after</source>
   <translation>之后</translation>
  </message>
 </context>
 <context>
  <name>Status</name>
  <message>
   <source>Ledgers after step {n} of {all} of the path</source>
   <translation>路径共 {all} 步，显示第 {n} 步之后的账本</translation>
  </message>
  <message>
   <source>Ledgers at the start of the path</source>
   <translation>路径起点的账本</translation>
  </message>
  <message>
   <source>Recording: {name}</source>
   <translation>录制：{name}</translation>
  </message>
  <message>
   <source>Scenario: {name}</source>
   <translation>场景：{name}</translation>
  </message>
  <message>
   <source>{source} cannot be run yet · page table, clock and ledgers show {technique}</source>
   <translation>{source} 尚不能运行 · 页表、时钟和账本显示的是 {technique}</translation>
  </message>
  <message>
   <source>the technique's own day before</source>
   <translation>该技术自己的“之前”</translation>
  </message>
  <message>
   <source>Simulating {name} …</source>
   <translation>正在模拟 {name} …</translation>
  </message>
  <message>
   <source>Reading {name} …</source>
   <translation>正在读取 {name} …</translation>
  </message>
  <message>
   <source>Simulating the lab …</source>
   <translation>正在模拟实验 …</translation>
  </message>
  <message>
   <source>Trying the claim …</source>
   <translation>正在试验该说法 …</translation>
  </message>
  <message>
   <source>Playing a path of {n} techniques …</source>
   <translation>正在播放含 {n} 项技术的路径…</translation>
  </message>
 </context>
 <context>
  <name>StepPage</name>
  <message>
   <source>Nothing is drafted.</source>
   <translation>没有起草。</translation>
  </message>
  <message>
   <source>Time of one step, and of the same tokens one at a time</source>
   <translation>一步的时间，与逐个生成同样 token 的时间</translation>
  </message>
  <message>
   <source>drafting</source>
   <translation>起草</translation>
  </message>
  <message>
   <source>a plain step</source>
   <translation>普通步</translation>
  </message>
  <message>
   <source>verifying the drafts beside it</source>
   <translation>附带验证草稿</translation>
  </message>
  <message>
   <source>running accepted tokens again</source>
   <translation>已接受 token 重跑</translation>
  </message>
  <message>
   <source>plain steps</source>
   <translation>普通步</translation>
  </message>
  <message>
   <source>with drafts</source>
   <translation>用草稿</translation>
  </message>
  <message>
   <source>one at a time</source>
   <translation>逐个生成</translation>
  </message>
  <message>
   <source>time of {0} tokens per request</source>
   <translation>每个请求 {0} 个 token 的时间</translation>
  </message>
  <message>
   <source>A rejection costs memory: a copy of the recurrent state for every draft, {0} per device.</source>
   <translation>拒绝的代价是内存：每个草稿一份循环状态副本，每台设备 {0}。</translation>
  </message>
  <message>
   <source>A rejection costs time: {0} accepted tokens per verification run again, {1} a step.</source>
   <translation>拒绝的代价是时间：每次验证有 {0} 个已接受的 token 要重跑，每步 {1}。</translation>
  </message>
  <message>
   <source>A rejection costs nothing more: all state lies in pages, and is counted back.</source>
   <translation>拒绝没有额外代价：所有状态都在页中，退回计数即可。</translation>
  </message>
  <message>
   <source>How far drafts get: {0} of {1} are wasted</source>
   <translation>草稿能走多远：{1} 个中有 {0} 浪费</translation>
  </message>
  <message>
   <source>chance to get this far</source>
   <translation>走到这里的概率</translation>
  </message>
  <message>
   <source>counted</source>
   <translation>实测计数</translation>
  </message>
  <message>
   <source>position drafted ahead</source>
   <translation>前瞻的位置</translation>
  </message>
  <message>
   <source>drafted for nothing</source>
   <translation>白白起草</translation>
  </message>
 </context>
 <context>
  <name>TagLine</name>
  <message>
   <source>Tags, separated by commas</source>
   <translation>标签，以逗号分隔</translation>
  </message>
  <message>
   <source>Tags of this source</source>
   <translation>这份文献的标签</translation>
  </message>
 </context>
 <context>
  <name>Term</name>
  <message>
   <source>time to first token: first token − arrival, in seconds; the wait in the queue is part of it</source>
   <translation>首 token 时间：首 token − 到达，以秒计；排队等待包含在内</translation>
  </message>
  <message>
   <source>time per output token: (last token − first token) / (outputs − 1), in seconds; without the first</source>
   <translation>每输出 token 时间：(末 token − 首 token) / (输出数 − 1)，以秒计；不含第一个</translation>
  </message>
  <message>
   <source>inter-token latency: time between two deliveries to one request, in seconds; accepted drafts arrive in one delivery</source>
   <translation>token 间延迟：对一个请求两次交付之间的时间，以秒计；被接受的草稿一次交付</translation>
  </message>
  <message>
   <source>end-to-end latency: finish − arrival, in seconds</source>
   <translation>端到端延迟：完成 − 到达，以秒计</translation>
  </message>
  <message>
   <source>requests per second that finished within every limit of the contract</source>
   <translation>每秒在契约所有限值内完成的请求数</translation>
  </message>
  <message>
   <source>share of all requests that finished within every limit; rejected ones miss</source>
   <translation>在所有限值内完成的请求占全部请求的比例；被拒的算未达</translation>
  </message>
  <message>
   <source>the moment a request is sent; of a later turn: when it is sent, not when the conversation began</source>
   <translation>请求发出的时刻；后续轮次以该轮发出为准，而非对话开始时</translation>
  </message>
  <message>
   <source>start of the first iteration that computes a token of the request</source>
   <translation>首次为该请求计算 token 的迭代的开始</translation>
  </message>
  <message>
   <source>end of the iteration that produced it</source>
   <translation>产生它的迭代的结束</translation>
  </message>
  <message>
   <source>end of the iteration that produced the last token (static batching: end of the batch)</source>
   <translation>产生最后一个 token 的迭代的结束（静态批处理：批的结束）</translation>
  </message>
  <message>
   <source>run time: first arrival to last event, in seconds</source>
   <translation>运行时间：首个到达到最后一个事件，以秒计</translation>
  </message>
  <message>
   <source>requests that arrived</source>
   <translation>到达的请求数</translation>
  </message>
  <message>
   <source>one pass of an engine over its batch, from its start to its end</source>
   <translation>引擎对其批的一次处理，从开始到结束</translation>
  </message>
  <message>
   <source>in an iteration</source>
   <translation>在一次迭代之中</translation>
  </message>
  <message>
   <source>a place among the running requests of an engine (token slot: room for one token in a page)</source>
   <translation>引擎运行请求中的一个位置（token 槽位：页中一个 token 的空间）</translation>
  </message>
  <message>
   <source>a fixed number of token slots, handed out as one</source>
   <translation>固定数量的 token 槽位，作为整体分配</translation>
  </message>
  <message>
   <source>a page or slot with at least one reference</source>
   <translation>至少有一个引用的页或槽位</translation>
  </message>
  <message>
   <source>tokens whose state was found in memory at an admission and need not be computed</source>
   <translation>接纳时在内存中找到状态、无需计算的 token</translation>
  </message>
  <message>
   <source>a request leaves the queue and gets pages and a slot</source>
   <translation>请求离开队列，得到页和槽位</translation>
  </message>
  <message>
   <source>a running request loses its pages or its slot and waits again</source>
   <translation>运行中的请求失去页或槽位，重新等待</translation>
  </message>
  <message>
   <source>the part of one request in one iteration</source>
   <translation>一个请求在一次迭代中的部分</translation>
  </message>
  <message>
   <source>the end of an iteration that gave a request at least one new token</source>
   <translation>给一个请求至少一个新 token 的迭代的结束</translation>
  </message>
  <message>
   <source>tokens guessed ahead, to be verified by the target in one pass</source>
   <translation>提前猜测、由目标模型一次验证的 token</translation>
  </message>
  <message>
   <source>one request in one iteration with drafts; it yields one token more than it accepts</source>
   <translation>一个请求在一次带草稿的迭代中；产出比接受的多一个 token</translation>
  </message>
  <message>
   <source>model FLOP utilisation: operations done / operations possible at the peak rate</source>
   <translation>模型 FLOP 利用率：完成的运算 / 峰值速率下可能的运算</translation>
  </message>
  <message>
   <source>memory bandwidth utilisation: bytes moved / bytes possible at the peak bandwidth</source>
   <translation>内存带宽利用率：搬移的字节 / 峰值带宽下可能的字节</translation>
  </message>
  <message>
   <source>operations per byte at which compute and memory take equally long</source>
   <translation>计算与内存耗时相等时的每字节运算数</translation>
  </message>
  <message>
   <source>one accelerator; an engine has one or several</source>
   <translation>一个加速器；一个引擎有一个或多个</translation>
  </message>
  <message>
   <source>sum over the run</source>
   <translation>对整个运行求和</translation>
  </message>
  <message>
   <source>integral over the run's time, from every event, not from samples</source>
   <translation>对运行时间的积分，取自每个事件而非采样</translation>
  </message>
 </context>
 <context>
  <name>TextTwin</name>
  <message>
   <source>This view has nothing to say in words.</source>
   <translation>此视图没有文字版。</translation>
  </message>
  <message>
   <source>This view as text</source>
   <translation>此视图的文字版</translation>
  </message>
  <message>
   <source>Copied: it can be pasted anywhere.</source>
   <translation>已复制，可粘贴到任何地方。</translation>
  </message>
 </context>
 <context>
  <name>TokenFilm</name>
  <message>
   <source>Tokens through draft, verification and acceptance</source>
   <translation>token 经过起草、验证与接受</translation>
  </message>
  <message>
   <source>Drafting: {0} of {1} tokens ahead</source>
   <translation>起草：前瞻 {0} / {1} 个 token</translation>
  </message>
  <message>
   <source>One pass of the target reads {0} places</source>
   <translation>目标模型一次前向读 {0} 个位置</translation>
  </message>
  <message>
   <source>{0} tokens for one pass of the target</source>
   <translation>目标模型一次前向得到 {0} 个 token</translation>
  </message>
  <message>
   <source>Nothing is drafted: the target says the next token</source>
   <translation>没有起草：由目标模型说出下一个 token</translation>
  </message>
  <message>
   <source>{0} accepted, then the target puts one right</source>
   <translation>接受 {0} 个，再由目标模型改正一个</translation>
  </message>
  <message>
   <source>All {0} accepted, and one more from the target on top</source>
   <translation>{0} 个全部接受，目标模型再送一个</translation>
  </message>
  <message>
   <source>Round {0} of {1}</source>
   <translation>第 {0} 轮，共 {1} 轮</translation>
  </message>
  <message>
   <source>text: {0}</source>
   <translation>文本：{0}</translation>
  </message>
  <message>
   <source>drafts: {0}</source>
   <translation>草稿：{0}</translation>
  </message>
  <message>
   <source>{0} tokens: {1} with drafts, {2} without</source>
   <translation>{0} 个 token：用草稿 {1}，不用 {2}</translation>
  </message>
  <message>
   <source>drafted</source>
   <translation>起草</translation>
  </message>
  <message>
   <source>accepted</source>
   <translation>接受</translation>
  </message>
  <message>
   <source>rejected</source>
   <translation>拒绝</translation>
  </message>
  <message>
   <source>put right</source>
   <translation>改正</translation>
  </message>
  <message>
   <source>on top</source>
   <translation>额外</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <source>Drafts</source>
   <translation>草稿</translation>
  </message>
  <message>
   <source>Branch</source>
   <translation>分支</translation>
  </message>
  <message>
   <source>with drafts</source>
   <translation>用草稿</translation>
  </message>
  <message>
   <source>one at a time</source>
   <translation>逐个生成</translation>
  </message>
  <message>
   <source>not looked at</source>
   <translation>未查看</translation>
  </message>
  <message>
   <source>, chance {0}</source>
   <translation>，概率 {0}</translation>
  </message>
 </context>
 <context>
  <name>TokenPlayer</name>
  <message>
   <source>From the start (Home)</source>
   <translation>从头开始（Home）</translation>
  </message>
  <message>
   <source>One moment back (Left)</source>
   <translation>后退一刻（左箭头）</translation>
  </message>
  <message>
   <source>Pause (Space)</source>
   <translation>暂停（空格）</translation>
  </message>
  <message>
   <source>Play (Space)</source>
   <translation>播放（空格）</translation>
  </message>
  <message>
   <source>One moment on (Right)</source>
   <translation>前进一刻（右箭头）</translation>
  </message>
  <message>
   <source>Round {0} of {1} · tokens: {2} · wasted drafts: {3}</source>
   <translation>第 {0} / {1} 轮 · token：{2} · 浪费的草稿：{3}</translation>
  </message>
 </context>
 <context>
  <name>Trace</name>
  <message>
   <source>fixed by the layout</source>
   <translation>由格式规定</translation>
  </message>
  <message>
   <source>named by the column</source>
   <translation>由列名给出</translation>
  </message>
  <message>
   <source>assumed</source>
   <translation>假定</translation>
  </message>
  <message>
   <source>guessed from the size of the numbers</source>
   <translation>由数值大小推测</translation>
  </message>
  <message>
   <source>as the stamps are written</source>
   <translation>由时间戳的写法得出</translation>
  </message>
  <message>
   <source>declared by the user</source>
   <translation>由用户声明</translation>
  </message>
  <message>
   <source>wall clock</source>
   <translation>日历时间</translation>
  </message>
  <message>
   <source>auto</source>
   <translation>自动</translation>
  </message>
  <message>
   <source>columns named by the user</source>
   <translation>用户指定的列</translation>
  </message>
  <message>
   <source>lengths without times</source>
   <translation>只有长度，没有时间</translation>
  </message>
  <message>
   <source>request table</source>
   <translation>请求表</translation>
  </message>
  <message>
   <source>saved trace</source>
   <translation>保存的轨迹</translation>
  </message>
  <message>
   <source>no prompt length</source>
   <translation>缺少提示长度</translation>
  </message>
  <message>
   <source>no output length</source>
   <translation>缺少输出长度</translation>
  </message>
  <message>
   <source>the prompt length is not a whole number of tokens</source>
   <translation>提示长度不是整数个 token</translation>
  </message>
  <message>
   <source>the output length is not a whole number of tokens</source>
   <translation>输出长度不是整数个 token</translation>
  </message>
  <message>
   <source>no arrival time</source>
   <translation>缺少到达时间</translation>
  </message>
  <message>
   <source>the arrival time is not a time</source>
   <translation>到达时间不是时间</translation>
  </message>
  <message>
   <source>no prompt tokens</source>
   <translation>没有提示 token</translation>
  </message>
  <message>
   <source>failed: no output tokens</source>
   <translation>失败：没有输出 token</translation>
  </message>
  <message>
   <source>failed: no prompt and no output tokens</source>
   <translation>失败：既没有提示 token也没有输出 token</translation>
  </message>
  <message>
   <source>the prefix ids do not match the prompt length</source>
   <translation>前缀标识与提示长度不符</translation>
  </message>
  <message>
   <source>more fields than the header</source>
   <translation>字段多于表头</translation>
  </message>
  <message>
   <source>the header again</source>
   <translation>重复的表头</translation>
  </message>
  <message>
   <source>a line that is not JSON</source>
   <translation>不是 JSON 的行</translation>
  </message>
  <message>
   <source>a line that is not a JSON object</source>
   <translation>不是 JSON 对象的行</translation>
  </message>
 </context>
 <context>
  <name>TradeOffPane</name>
  <message>
   <source>requests of the busiest replica / mean</source>
   <translation>最忙副本的请求 / 均值</translation>
  </message>
  <message>
   <source>Affinity against balance: tokens found</source>
   <translation>亲和与均衡：命中的 token</translation>
  </message>
  <message>
   <source>Affinity against balance: tokens found (closed form)</source>
   <translation>亲和与均衡：命中的 token（闭式估计）</translation>
  </message>
  <message>
   <source>The model does not fit on its devices.</source>
   <translation>模型在设备上放不下。</translation>
  </message>
  <message>
   <source>prompt tokens found</source>
   <translation>命中的提示 token</translation>
  </message>
  <message>
   <source>Affinity against balance: requests within the contract</source>
   <translation>亲和与均衡：满足合约的请求</translation>
  </message>
  <message>
   <source>Simulated after a moment: queues have no closed form here.</source>
   <translation>稍后模拟：排队在此没有闭式解。</translation>
  </message>
  <message>
   <source>best: {0}</source>
   <translation>最佳：{0}</translation>
  </message>
  <message>
   <source>goodput</source>
   <translation>有效吞吐 (goodput)</translation>
  </message>
  <message>
   <source>balance</source>
   <translation>均衡</translation>
  </message>
  <message>
   <source>affinity</source>
   <translation>亲和</translation>
  </message>
  <message>
   <source>cap {0}</source>
   <translation>上限 {0}</translation>
  </message>
  <message>
   <source>{0} within the contract, short {1}/s, long {2}/s</source>
   <translation>{0} 满足合约，短 {1}/s，长 {2}/s</translation>
  </message>
  <message>
   <source>{0} (read off between two runs)</source>
   <translation>{0}（由相邻两次运行插值）</translation>
  </message>
 </context>
 <context>
  <name>TradeOffPlot</name>
  <message>
   <source>better</source>
   <translation>更好</translation>
  </message>
  <message>
   <source>choice</source>
   <translation>选择</translation>
  </message>
 </context>
 <context>
  <name>Transport</name>
  <message>
   <source>cache hits</source>
   <translation>缓存命中</translation>
  </message>
  <message>
   <source>evictions</source>
   <translation>驱逐</translation>
  </message>
  <message>
   <source>refusals</source>
   <translation>拒绝分配</translation>
  </message>
  <message>
   <source>preemptions</source>
   <translation>抢占</translation>
  </message>
  <message>
   <source>contract misses</source>
   <translation>违约</translation>
  </message>
  <message>
   <source>swaps</source>
   <translation>换入换出</translation>
  </message>
  <message>
   <source>migrations</source>
   <translation>迁移</translation>
  </message>
  <message>
   <source>new roles</source>
   <translation>角色变更</translation>
  </message>
  <message>
   <source>invalidations</source>
   <translation>作废</translation>
  </message>
  <message>
   <source>faults</source>
   <translation>故障</translation>
  </message>
  <message>
   <source>{request}: {count} tokens from the cache</source>
   <translation>{request}：{count} 个 token 来自缓存</translation>
  </message>
  <message>
   <source>pages evicted: {count}</source>
   <translation>驱逐页数：{count}</translation>
  </message>
  <message>
   <source>{request} preempted, {count} tokens to compute again</source>
   <translation>{request} 被抢占，{count} 个 token 需重算</translation>
  </message>
  <message>
   <source>{request} refused, pages short: {count}</source>
   <translation>{request} 被拒绝，缺 {count} 页</translation>
  </message>
  <message>
   <source>{request} rejected</source>
   <translation>{request} 被拒收</translation>
  </message>
  <message>
   <source>{request} has no first token within {limit}</source>
   <translation>{request} 在 {limit} 内没有首个 token</translation>
  </message>
  <message>
   <source>{request} took more than {limit} per token</source>
   <translation>{request} 每 token 超过 {limit}</translation>
  </message>
  <message>
   <source>{request} took more than {limit}</source>
   <translation>{request} 用时超过 {limit}</translation>
  </message>
  <message>
   <source>Previous marker (Ctrl+Left)</source>
   <translation>上一个标记 (Ctrl+Left)</translation>
  </message>
  <message>
   <source>Step back (Left)</source>
   <translation>后退一步 (Left)</translation>
  </message>
  <message>
   <source>Pause (Space)</source>
   <translation>暂停 (Space)</translation>
  </message>
  <message>
   <source>Play (Space)</source>
   <translation>播放 (Space)</translation>
  </message>
  <message>
   <source>Step forward (Right)</source>
   <translation>前进一步 (Right)</translation>
  </message>
  <message>
   <source>Next marker (Ctrl+Right)</source>
   <translation>下一个标记 (Ctrl+Right)</translation>
  </message>
  <message>
   <source>Simulated seconds per second</source>
   <translation>每秒的模拟秒数</translation>
  </message>
  <message>
   <source>Speed</source>
   <translation>速度</translation>
  </message>
  <message>
   <source>Simulated time</source>
   <translation>模拟时间</translation>
  </message>
  <message>
   <source>Playback</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>playing</source>
   <translation>播放中</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>已暂停</translation>
  </message>
  <message>
   <source>{time} of {total}, {state}</source>
   <translation>{time} / {total}，{state}</translation>
  </message>
 </context>
 <context>
  <name>Trial</name>
  <message>
   <source>Time per output token with all heads and with one pair of keys and values</source>
   <translation>每个输出 token 的时间：全部头，对比只留一组键值</translation>
  </message>
  <message>
   <source>multi-head against multi-query</source>
   <translation>多头对比多查询</translation>
  </message>
  <message>
   <source>fixed batches, everything padded to the longest</source>
   <translation>固定批，全部填充到最长</translation>
  </message>
  <message>
   <source>GPT-2 XL on one V100 in place of a 211M model on eight TPUv2 cores</source>
   <translation>用一块 V100 上的 GPT-2 XL，代替八个 TPUv2 核上的 211M 模型</translation>
  </message>
  <message>
   <source>batch 96 in place of 1,024</source>
   <translation>批大小 96，代替 1,024</translation>
  </message>
  <message>
   <source>parameters fall, where the paper spends them on wider layers</source>
   <translation>这里参数变少；论文把省下的参数用来加宽其他层</translation>
  </message>
  <message>
   <source>kernels and launch overhead are those of our cost model, not of the two systems</source>
   <translation>内核与启动开销来自我们的成本模型，不是那两个系统的</translation>
  </message>
  <message>
   <source>Highest request rate within one contract: reservations against pages</source>
   <translation>同一 SLO 下的最高请求率：整段预留对比分页</translation>
  </message>
  <message>
   <source>OPT-13B on one GPU</source>
   <translation>单 GPU 上的 OPT-13B</translation>
  </message>
  <message>
   <source>iteration-level scheduling on both sides</source>
   <translation>两边都是迭代级调度</translation>
  </message>
  <message>
   <source>reservations for the longest text</source>
   <translation>按最长文本预留</translation>
  </message>
  <message>
   <source>lengths are drawn from a lognormal law of ours, not from the data set</source>
   <translation>长度取自我们的对数正态分布，不是那个数据集</translation>
  </message>
  <message>
   <source>one contract (first token 4 s, next token 0.1 s, 90 %) in place of equal normalised latency</source>
   <translation>用一个 SLO（首 token 4 秒、后续 token 0.1 秒、90 %）代替相同的归一化时延</translation>
  </message>
  <message>
   <source>only one of the three model sizes, and only the Orca Max baseline</source>
   <translation>三种模型规模只试一种，基线只有 Orca Max</translation>
  </message>
  <message>
   <source>Held slots that hold a token: reservations against pages</source>
   <translation>占用的槽位里真正有 token 的比例：整段预留对比分页</translation>
  </message>
  <message>
   <source>OPT-13B</source>
   <translation>OPT-13B</translation>
  </message>
  <message>
   <source>2 requests per second</source>
   <translation>每秒 2 个请求</translation>
  </message>
  <message>
   <source>reservations for the longest text, as Orca Max</source>
   <translation>按最长文本预留，同 Orca Max</translation>
  </message>
  <message>
   <source>pages of 16 tokens</source>
   <translation>每页 16 个 token</translation>
  </message>
  <message>
   <source>memory between the ends of a run is weighed by time</source>
   <translation>运行期间的内存按时间加权</translation>
  </message>
  <message>
   <source>Throughput under full load: fixed batches and reservations against iterations and pages</source>
   <translation>满载吞吐：固定批加整段预留，对比迭代级加分页</translation>
  </message>
  <message>
   <source>LLaMA-13B on one A100 40 GB</source>
   <translation>一块 A100 40 GB 上的 LLaMA-13B</translation>
  </message>
  <message>
   <source>no iteration-level scheduling and no paging on the other side</source>
   <translation>对照方没有迭代级调度，也没有分页</translation>
  </message>
  <message>
   <source>batch 8 for the baseline: none is stated</source>
   <translation>基线的批大小取 8：原文未说明</translation>
  </message>
  <message>
   <source>Throughput under full load: nothing kept against a radix tree</source>
   <translation>满载吞吐：什么都不保留，对比基数树</translation>
  </message>
  <message>
   <source>Llama-7B on one A10G</source>
   <translation>一块 A10G 上的 Llama-7B</translation>
  </message>
  <message>
   <source>a paged engine without reuse on the other side</source>
   <translation>对照方是不做复用的分页引擎</translation>
  </message>
  <message>
   <source>four shared prefixes of 1,200 tokens and three turns, in place of the benchmark's programs</source>
   <translation>四个 1,200 token 的共享前缀、三轮对话，代替基准里的程序</translation>
  </message>
  <message>
   <source>structured output and its faster decoding are not modelled</source>
   <translation>没有模拟结构化输出及其更快的解码</translation>
  </message>
  <message>
   <source>Throughput under full load: state in 16 bits against 2 bits with a 16-bit tail</source>
   <translation>满载吞吐：16 位状态，对比 2 位加 16 位尾部</translation>
  </message>
  <message>
   <source>Llama-2-7B</source>
   <translation>Llama-2-7B</translation>
  </message>
  <message>
   <source>groups of 32, newest 128 tokens in 16 bits</source>
   <translation>每组 32 个，最新 128 个 token 保留 16 位</translation>
  </message>
  <message>
   <source>as large a batch as memory allows</source>
   <translation>批大小取显存允许的最大值</translation>
  </message>
  <message>
   <source>one A100 40 GB: no hardware is stated here</source>
   <translation>一块 A100 40 GB：这里没有说明硬件</translation>
  </message>
  <message>
   <source>unpacking codes costs no time here</source>
   <translation>这里解包编码不花时间</translation>
  </message>
  <message>
   <source>State of one request of 128K tokens</source>
   <translation>一个 128K token 请求的状态</translation>
  </message>
  <message>
   <source>the cards of both models</source>
   <translation>两个模型的卡片</translation>
  </message>
  <message>
   <source>16 bits on one side, 6 bits on average on the other</source>
   <translation>一边 16 位，另一边平均 6 位</translation>
  </message>
  <message>
   <source>128K context</source>
   <translation>128K 上下文</translation>
  </message>
  <message>
   <source>the claim compares maximum deployments; here it is one request's bytes</source>
   <translation>主张比较的是整套部署；这里是单个请求的字节数</translation>
  </message>
  <message>
   <source>State of one request of a million tokens, in each model's own records</source>
   <translation>一个百万 token 请求的状态，各用模型自己的记录格式</translation>
  </message>
  <message>
   <source>1M context</source>
   <translation>1M 上下文</translation>
  </message>
  <message>
   <source>each model's own record of state</source>
   <translation>各模型自己的状态记录</translation>
  </message>
  <message>
   <source>State of one request of a million tokens, both in 16 bits</source>
   <translation>一个百万 token 请求的状态，两边都是 16 位</translation>
  </message>
  <message>
   <source>16 bits on both sides</source>
   <translation>两边都是 16 位</translation>
  </message>
  <message>
   <source>the engine's own rounding to blocks is not counted</source>
   <translation>没有计入引擎按块取整</translation>
  </message>
  <message>
   <source>Highest request rate within one contract: fixed batches against batches formed at every iteration</source>
   <translation>同一 SLO 下的最高请求率：固定批，对比每次迭代重新组批</translation>
  </message>
  <message>
   <source>GPT-3 175B</source>
   <translation>GPT-3 175B</translation>
  </message>
  <message>
   <source>a reservation for the longest text on both sides</source>
   <translation>两边都按最长文本预留</translation>
  </message>
  <message>
   <source>equal latency limits on both sides</source>
   <translation>两边的时延上限相同</translation>
  </message>
  <message>
   <source>eight A100 80 GB: the claim as we hold it names no hardware</source>
   <translation>八块 A100 80 GB：我们收录的主张没有点明硬件</translation>
  </message>
  <message>
   <source>batch 8 on both sides: none is stated</source>
   <translation>两边批大小都取 8：原文未说明</translation>
  </message>
  <message>
   <source>one contract (first token 10 s, next token 0.2 s, 90 %) in place of equal median latency</source>
   <translation>用一个 SLO（首 token 10 秒、后续 token 0.2 秒、90 %）代替相同的中位时延</translation>
  </message>
  <message>
   <source>Highest request rate within a tail limit: whole prompts first against chunks of 512</source>
   <translation>尾部时延限制下的最高请求率：整段 prompt 优先，对比 512 token 的分块</translation>
  </message>
  <message>
   <source>Mistral-7B on one A100</source>
   <translation>一块 A100 上的 Mistral-7B</translation>
  </message>
  <message>
   <source>a tail limit: 99 % of requests</source>
   <translation>尾部限制：99 % 的请求</translation>
  </message>
  <message>
   <source>prompts first on the other side</source>
   <translation>对照方 prompt 优先</translation>
  </message>
  <message>
   <source>next token within 30 ms: the limit is not in the claim</source>
   <translation>后续 token 30 毫秒以内：主张里没有这个上限</translation>
  </message>
  <message>
   <source>Highest request rate within one contract: run to completion against a feedback queue</source>
   <translation>同一 SLO 下的最高请求率：运行到完成，对比反馈队列</translation>
  </message>
  <message>
   <source>run to completion on the other side</source>
   <translation>对照方运行到完成</translation>
  </message>
  <message>
   <source>levels and quanta of the source's code</source>
   <translation>级数与时间片取自来源的代码</translation>
  </message>
  <message>
   <source>OPT-13B on one A100 40 GB with eight slots: nothing is stated</source>
   <translation>一块 A100 40 GB 上的 OPT-13B、八个槽位：原文都未说明</translation>
  </message>
  <message>
   <source>a reservation per request on both sides, where the baseline pages</source>
   <translation>两边都按请求预留，而原基线是分页的</translation>
  </message>
  <message>
   <source>Highest request rate within one contract: two engines that do both against one for each phase</source>
   <translation>同一 SLO 下的最高请求率：两个引擎各做两个阶段，对比每个阶段一个引擎</translation>
  </message>
  <message>
   <source>90 % of requests within both limits</source>
   <translation>90 % 的请求满足两个上限</translation>
  </message>
  <message>
   <source>the same two GPUs on both sides</source>
   <translation>两边是同样的两块 GPU</translation>
  </message>
  <message>
   <source>OPT-13B on two A100 80 GB, where the claim spans several models and targets</source>
   <translation>两块 A100 80 GB 上的 OPT-13B，而主张涉及多个模型和目标</translation>
  </message>
  <message>
   <source>no search for the best parallelism of each phase</source>
   <translation>没有为每个阶段搜索最佳并行方式</translation>
  </message>
  <message>
   <source>Speed of one stream: 16-bit weights over several GPUs against 3-bit weights on one</source>
   <translation>单条流的速度：16 位权重跨多块 GPU，对比 3 位权重只用一块</translation>
  </message>
  <message>
   <source>OPT-175B</source>
   <translation>OPT-175B</translation>
  </message>
  <message>
   <source>A100 80 GB</source>
   <translation>A100 80 GB</translation>
  </message>
  <message>
   <source>3 bits against FP16</source>
   <translation>3 位对比 FP16</translation>
  </message>
  <message>
   <source>one stream</source>
   <translation>单条流</translation>
  </message>
  <message>
   <source>six stages of a pipeline for the 16-bit side: 96 layers do not divide by five</source>
   <translation>16 位一边用六级流水线：96 层不能被五整除</translation>
  </message>
  <message>
   <source>Throughput: 16-bit weights and activations against 8-bit ones</source>
   <translation>吞吐：16 位权重与激活，对比 8 位</translation>
  </message>
  <message>
   <source>8-bit weights and activations against FP16</source>
   <translation>8 位权重与激活对比 FP16</translation>
  </message>
  <message>
   <source>fixed batches</source>
   <translation>固定批</translation>
  </message>
  <message>
   <source>OPT-175B on eight A100 80 GB, batch 16: the claim spans models up to 530B and states no batch</source>
   <translation>八块 A100 80 GB 上的 OPT-175B，批大小 16：主张涉及最大 530B 的模型，没有说明批大小</translation>
  </message>
  <message>
   <source>Speed of one stream: 16-bit weights against 4-bit ones</source>
   <translation>单条流的速度：16 位权重对比 4 位</translation>
  </message>
  <message>
   <source>RTX 4090</source>
   <translation>RTX 4090</translation>
  </message>
  <message>
   <source>4-bit weights in groups of 128, 16-bit activations</source>
   <translation>4 位权重，每组 128 个；16 位激活</translation>
  </message>
  <message>
   <source>Llama 3.1 8B, which has the layers of Llama 3 8B</source>
   <translation>Llama 3.1 8B，层结构与 Llama 3 8B 相同</translation>
  </message>
  <message>
   <source>prompts of 64 tokens, outputs of 256: ours</source>
   <translation>prompt 64 个 token、输出 256 个：由我们设定</translation>
  </message>
  <message>
   <source>Throughput under full load: 8 bits everywhere against W4A8KV4</source>
   <translation>满载吞吐：全部 8 位，对比 W4A8KV4</translation>
  </message>
  <message>
   <source>one A100 80 GB</source>
   <translation>一块 A100 80 GB</translation>
  </message>
  <message>
   <source>1,024 tokens in, 512 out</source>
   <translation>输入 1,024 个 token，输出 512 个</translation>
  </message>
  <message>
   <source>pages of 64 tokens, at most 256 sequences</source>
   <translation>每页 64 个 token，最多 256 条序列</translation>
  </message>
  <message>
   <source>full load</source>
   <translation>满载</translation>
  </message>
  <message>
   <source>8 bits for the baseline: which of the baseline's precisions won is not stated</source>
   <translation>基线取 8 位：没有说明基线以哪种精度胜出</translation>
  </message>
  <message>
   <source>Throughput under full load: 4-bit weights and 8-bit state against W4A8KV4</source>
   <translation>满载吞吐：4 位权重加 8 位状态，对比 W4A8KV4</translation>
  </message>
  <message>
   <source>Qwen2.5-72B with a pair of keys and values for every head, as Qwen1.5-72B has</source>
   <translation>Qwen2.5-72B，但每个头各有一组键值，与 Qwen1.5-72B 一样</translation>
  </message>
  <message>
   <source>4-bit weights, 16-bit activations, 8-bit state for the baseline, which fit: which of the baseline's precisions won is not stated</source>
   <translation>基线取 4 位权重、16 位激活、8 位状态，这样装得下：没有说明基线以哪种精度胜出</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against seven by T5-small</source>
   <translation>单条流的速度：不用草稿，对比 T5-small 的七个草稿</translation>
  </message>
  <message>
   <source>batch 1</source>
   <translation>批大小 1</translation>
  </message>
  <message>
   <source>7 drafts, acceptance 0.75</source>
   <translation>7 个草稿，接受率 0.75</translation>
  </message>
  <message>
   <source>a draft step costs the models' ratio of parameters, 77M to 11B</source>
   <translation>草稿一步的成本按两模型参数之比，77M 比 11B</translation>
  </message>
  <message>
   <source>OPT-13B on one A100 40 GB in place of T5-XXL (11B) on one TPU-v4</source>
   <translation>用一块 A100 40 GB 上的 OPT-13B，代替一块 TPU-v4 上的 T5-XXL（11B）</translation>
  </message>
  <message>
   <source>the same chance at every position</source>
   <translation>每个位置的概率相同</translation>
  </message>
  <message>
   <source>prompts of 128 tokens, outputs of 128: ours</source>
   <translation>prompt 128 个 token、输出 128 个：由我们设定</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against seven by T5-large</source>
   <translation>单条流的速度：不用草稿，对比 T5-large 的七个草稿</translation>
  </message>
  <message>
   <source>7 drafts, acceptance 0.82</source>
   <translation>7 个草稿，接受率 0.82</translation>
  </message>
  <message>
   <source>a draft step costs the models' ratio of parameters, 800M to 11B</source>
   <translation>草稿一步的成本按两模型参数之比，800M 比 11B</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against six by the first 8 of 32 layers</source>
   <translation>单条流的速度：不用草稿，对比由 32 层中前 8 层给出的六个草稿</translation>
  </message>
  <message>
   <source>Llama 7B</source>
   <translation>Llama 7B</translation>
  </message>
  <message>
   <source>6 drafts, of which 0.795 are accepted</source>
   <translation>6 个草稿，其中 0.795 被接受</translation>
  </message>
  <message>
   <source>a draft step runs 8 of 32 layers</source>
   <translation>草稿一步只跑 32 层中的 8 层</translation>
  </message>
  <message>
   <source>one A100 80 GB: no hardware is stated</source>
   <translation>一块 A100 80 GB：原文未说明硬件</translation>
  </message>
  <message>
   <source>the verifying pass runs all layers again</source>
   <translation>验证时重新跑全部层</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against twelve that are hardly ever accepted</source>
   <translation>单条流的速度：不用草稿，对比几乎从不被接受的十二个草稿</translation>
  </message>
  <message>
   <source>12 drafts, of which 0.019 are accepted</source>
   <translation>12 个草稿，其中 0.019 被接受</translation>
  </message>
  <message>
   <source>Llama 3.2 1B in place of a 1.5B model</source>
   <translation>用 Llama 3.2 1B 代替 1.5B 的模型</translation>
  </message>
  <message>
   <source>a draft step costs a quarter of a step: its layers are not stated</source>
   <translation>草稿一步的成本取四分之一步：没有说明它用几层</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against the second token of the MTP module</source>
   <translation>单条流的速度：不用草稿，对比 MTP 模块的第二个 token</translation>
  </message>
  <message>
   <source>DeepSeek-V3</source>
   <translation>DeepSeek-V3</translation>
  </message>
  <message>
   <source>1 draft, acceptance 0.875, the middle of 85 to 90 %</source>
   <translation>1 个草稿，接受率 0.875，取 85 % 到 90 % 的中间值</translation>
  </message>
  <message>
   <source>the module is one layer beside 61</source>
   <translation>该模块是 61 层之外的一层</translation>
  </message>
  <message>
   <source>one stream on 16 H800: the batch is not stated</source>
   <translation>16 块 H800 上的单条流：没有说明批大小</translation>
  </message>
  <message>
   <source>Speed of one stream: no drafts against seven of a block drafter</source>
   <translation>单条流的速度：不用草稿，对比块草稿器的七个草稿</translation>
  </message>
  <message>
   <source>Kimi K3 on 16 GB300, TP16</source>
   <translation>16 块 GB300 上的 Kimi K3，TP16</translation>
  </message>
  <message>
   <source>7 drafts, 4.73 tokens per step on coding</source>
   <translation>7 个草稿，编程任务每步 4.73 个 token</translation>
  </message>
  <message>
   <source>4.73 is read as the tokens of a step, the target's own included</source>
   <translation>4.73 理解为每步的 token 数，含目标模型自己的那一个</translation>
  </message>
  <message>
   <source>a draft step costs 2 % of a step: nothing is stated</source>
   <translation>草稿一步的成本取一步的 2 %：原文未说明</translation>
  </message>
 </context>
 <context>
  <name>Truth</name>
  <message>
   <source>system</source>
   <translation>系统</translation>
  </message>
  <message>
   <source>model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>backend</source>
   <translation>后端</translation>
  </message>
  <message>
   <source>mode</source>
   <translation>模式</translation>
  </message>
  <message>
   <source>points</source>
   <translation>点数</translation>
  </message>
  <message>
   <source>kept back</source>
   <translation>留出</translation>
  </message>
  <message>
   <source>TTFT error</source>
   <translation>TTFT 误差</translation>
  </message>
  <message>
   <source>TTFT bias</source>
   <translation>TTFT 偏差</translation>
  </message>
  <message>
   <source>TPOT error</source>
   <translation>TPOT 误差</translation>
  </message>
  <message>
   <source>TPOT bias</source>
   <translation>TPOT 偏差</translation>
  </message>
  <message>
   <source>scope</source>
   <translation>范围</translation>
  </message>
  <message>
   <source>run</source>
   <translation>运行</translation>
  </message>
  <message>
   <source>metric</source>
   <translation>指标</translation>
  </message>
  <message>
   <source>percentile</source>
   <translation>百分位</translation>
  </message>
  <message>
   <source>measured</source>
   <translation>实测</translation>
  </message>
  <message>
   <source>predicted</source>
   <translation>预测</translation>
  </message>
  <message>
   <source>error</source>
   <translation>误差</translation>
  </message>
  <message>
   <source>goal: at most {goal}</source>
   <translation>目标：不超过 {goal}</translation>
  </message>
  <message>
   <source>Not measured yet: this copy of the program holds no comparison with measured machines. Every time it shows is a teaching estimate that nothing has checked.</source>
   <translation>尚未测量：此程序未附带与实测机器的对比。它显示的每个时间都是未经检验的教学估计。</translation>
  </message>
  <message>
   <source>even</source>
   <translation>无偏</translation>
  </message>
  <message>
   <source>{share} too slow</source>
   <translation>偏慢 {share}</translation>
  </message>
  <message>
   <source>{share} too fast</source>
   <translation>偏快 {share}</translation>
  </message>
  <message>
   <source>Against {points} measured points in {groups} groups, half of the groups err by less than</source>
   <translation>对照 {groups} 组共 {points} 个实测点，半数组的误差小于：</translation>
  </message>
  <message>
   <source>{tpot} in time per output token and {ttft} in time to first token.</source>
   <translation>每输出 token 时间 {tpot}，首 token 时间 {ttft}。</translation>
  </message>
  <message>
   <source>In groups with points that no fit has seen: {tpot} and {ttft}.</source>
   <translation>含有未参与拟合的点的组：{tpot} 与 {ttft}。</translation>
  </message>
  <message>
   <source>{metric} {error} (goal {goal})</source>
   <translation>{metric} {error}（目标 {goal}）</translation>
  </message>
  <message>
   <source>{scope}: median error of {errors} over {points} measured points.</source>
   <translation>{scope}：{points} 个实测点的误差中位数 {errors}。</translation>
  </message>
  <message>
   <source>The goal, drawn as a line: at most {tpot} in TPOT on H100 and H200 ({new} on newer systems), {ttft} in TTFT.</source>
   <translation>目标画为一条线：H100 与 H200 上 TPOT 不超过 {tpot}（更新的系统 {new}），TTFT 不超过 {ttft}。</translation>
  </message>
  <message>
   <source>Each measured point is one load on one machine: the same model, precision, layout, lengths and concurrency are given to the cost model, and its TTFT and TPOT are compared with the measured ones. The error is the median over the points of a group of |predicted ÷ measured − 1|; the bias is the median of predicted ÷ measured − 1, so a positive one says that the engine is slower than the machine.</source>
   <translation>每个实测点是一台机器上的一种负载：把相同的模型、精度、布局、长度和并发交给成本模型，再把它的 TTFT 和 TPOT 与实测值比较。误差是一组各点 |预测 ÷ 实测 − 1| 的中位数；偏差是 预测 ÷ 实测 − 1 的中位数，为正表示引擎比机器慢。</translation>
  </message>
  <message>
   <source>For real runs, the requests of the run are replayed with its scheduler settings and its number of blocks, and the percentiles over its requests are compared.</source>
   <translation>对真实运行，用其调度设置和块数重放该运行的请求，并比较各请求的百分位。</translation>
  </message>
  <message>
   <source>Fitted and kept back: {split}.</source>
   <translation>拟合与留出：{split}。</translation>
  </message>
  <message>
   <source>Measured by others: {sources}.</source>
   <translation>实测数据来自他人：{sources}。</translation>
  </message>
  <message>
   <source>Generated by {script}.</source>
   <translation>由 {script} 生成。</translation>
  </message>
  <message>
   <source>Evidence: {label}</source>
   <translation>证据：{label}</translation>
  </message>
 </context>
 <context>
  <name>TruthView</name>
  <message>
   <source>Real runs, request by request</source>
   <translation>真实运行，逐请求</translation>
  </message>
  <message>
   <source>Copy as text</source>
   <translation>复制为文本</translation>
  </message>
  <message>
   <source>Errors by system, model, backend and mode</source>
   <translation>按系统、模型、后端和模式的误差</translation>
  </message>
  <message>
   <source>Percentiles of real runs</source>
   <translation>真实运行的百分位</translation>
  </message>
  <message>
   <source>How true is this?</source>
   <translation>这有多真？</translation>
  </message>
  <message>
   <source>Errors of what the goals are for</source>
   <translation>目标所针对范围的误差</translation>
  </message>
 </context>
 <context>
  <name>Unit</name>
  <message>
   <source>share, shown in %</source>
   <translation>比例，以 % 显示</translation>
  </message>
  <message>
   <source>ratio</source>
   <translation>比值</translation>
  </message>
  <message>
   <source>seconds</source>
   <translation>秒</translation>
  </message>
  <message>
   <source>bytes</source>
   <translation>字节</translation>
  </message>
  <message>
   <source>bits</source>
   <translation>比特</translation>
  </message>
  <message>
   <source>kilowatt-hours</source>
   <translation>千瓦时</translation>
  </message>
  <message>
   <source>US dollars</source>
   <translation>美元</translation>
  </message>
  <message>
   <source>number</source>
   <translation>数</translation>
  </message>
 </context>
 <context>
  <name>VerdictStrip</name>
  <message>
   <source>No answer</source>
   <translation>无解</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Stop the run (Escape)</source>
   <translation>停止运行（Esc）</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>运行</translation>
  </message>
  <message>
   <source>Simulate with these settings</source>
   <translation>用这组设置模拟</translation>
  </message>
  <message>
   <source>Progress of the run</source>
   <translation>运行进度</translation>
  </message>
 </context>
 <context>
  <name>ViewHelp</name>
  <message>
   <source>Page table and request clock</source>
   <translation>页表与请求时钟</translation>
  </message>
  <message>
   <source>Above, every physical page of the state memory at the instant of the playhead. A page is free, cached (free, but its content can still be hit), in use, shared by several requests, or reserved without content. Select a page or a request to follow its block table.

Below, one lane per engine and one row per request over simulated time: waiting, prefill, decode, and what interrupts them. Click to move the playhead.

With several engines the height of an iteration is its batch; B shows scheduled tokens instead. Engines that do not fit are folded, one thin row each: click their name, or press E, to give each a lane. What travels between engines has a lane of its own; while few transfers are in view, lines show where each comes from and goes to. An engine that is down is hatched, a slow one has a striped edge.

Both show the same run at the same instant. Every instant is rebuilt from the recorded events, so you can go backwards as well as forwards.</source>
   <translation>上方是播放头所在时刻状态内存的每个物理页。页可能空闲、已缓存（空闲但内容仍可命中）、使用中、被多个请求共享，或已预留但无内容。选中一页或一个请求即可跟随它的块表。

下方是模拟时间上每个引擎一道、每个请求一行：等待、预填充、解码，以及打断它们的事。点击可移动播放头。

有多个引擎时，迭代的高度是它的批；按 B 改为调度的 token 数。放不下的引擎会折叠，各占细细一行：点击名称或按 E 让每个各占一道。引擎之间传送的东西单独一道；视野里传送不多时，有线条标出各自的来处与去处。停机的引擎画斜线，变慢的引擎有条纹边。

两者显示同一次运行的同一时刻。每个时刻都由记录的事件重建，所以既能前进也能后退。</translation>
  </message>
  <message>
   <source>Experiment</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>The technique's core idea, computed with small numbers. Findings are measured in this experiment; invariants are statements that must hold whatever the numbers are, and are checked every time.</source>
   <translation>用小规模数字计算该技术的核心思想。结果在本实验中测得；不变式是无论数字如何都必须成立的陈述，每次都会检查。</translation>
  </message>
  <message>
   <source>Labs</source>
   <translation>实验室</translation>
  </message>
  <message>
   <source>A question on top, and a system that you may break. Begin with a preset that works, then with one that fails on purpose; then move the settings on the left. The strip says how it comes out and why.

Points with a halo can be dragged, or moved with Shift and the arrow keys. Plain arrow keys walk through the values of a picture. Ctrl+Z takes a setting back.

Closed forms answer at once and are teaching estimates; what takes longer is simulated afterwards and counted. Numbers and formulas shows every figure with its formula and the numbers filled in.

To the clock runs the settings as a scenario. To the ledgers compares it with the same scenario without the choice that the lab is about. Settings can be saved as a file or sent as a link.</source>
   <translation>上方是一个问题，下面是一套可以弄坏的系统。先选一个可行的预设，再选一个有意失败的；然后移动左侧的设置。结论条说明结果如何、为什么。

带光晕的点可以拖动，也可以用 Shift 加方向键移动。单独的方向键在图中的数值之间移动。Ctrl+Z 撤回一个设置。

闭式公式立即给出答案，属于教学估计；更耗时的部分随后模拟并计数。“数值与公式”列出每个量的公式以及代入的数值。

“送往时钟”把设置作为场景运行。“送往账本”将它与未作本实验所讨论的选择的同一场景比较。设置可以保存为文件，也可以作为链接发送。</translation>
  </message>
  <message>
   <source>Audit</source>
   <translation>审计</translation>
  </message>
  <message>
   <source>Fourteen questions for any claim that something is X times faster. Choose a claim of the library: what its source discloses is filled in, and what it does not disclose is shown as a gap. Or write down a claim of your own.

Each answer has a reason, an evidence label and a consequence for what the claim may be used for. The report beside them says what is claimed, under which conditions, what is missing, and what must not be concluded.

Try it runs the claim in kind, where the engine can: the measured ratio stands beside the reported one under a label of its own.</source>
   <translation>对任何“快 X 倍”的说法提出十四个问题。从文献库中选择一个说法：来源披露的内容已经填好，未披露的内容显示为缺口。也可以写下您自己的说法。

每个回答都有理由、证据标签，以及对该说法可作何用途的后果。旁边的报告说明主张了什么、在什么条件下、缺少什么，以及不得得出什么结论。

“试一试”在引擎能够同类复现时运行该说法：测得的比值带着自己的标签，与报告的比值并列。</translation>
  </message>
  <message>
   <source>Ledger sheet</source>
   <translation>账本总表</translation>
  </message>
  <message>
   <source>Eighteen accounts of the same run. Each shows one headline before and after the technique, and the change; unfold a ledger to see all its quantities. Whether a change is better or worse depends on the quantity, and some have no better side.

The evidence label says how a figure is known: reproducible figures are counted in the run, teaching estimates rest on the cost model. A quantity that the run does not exercise stays empty and says why.</source>
   <translation>同一次运行的十八本账。每本显示技术前后的一个要目及其变化；展开可查看全部数值。变化是好是坏取决于该数值，有些数值没有好坏之分。

证据标签说明数字从何而来：“可复现”在运行中计数，“教学估计”依赖成本模型。运行未触及的数值保持空白并说明原因。</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>为什么</translation>
  </message>
  <message>
   <source>For one ledger: the formula of each quantity with the values it had in both runs, and the sources that act on this ledger, with what they do to it. Sources that the engine can run are marked.</source>
   <translation>针对一本账：每个数值的公式及其在两次运行中的取值，以及影响该账本的文献及其作用。引擎可运行的文献带有标记。</translation>
  </message>
  <message>
   <source>Source card</source>
   <translation>文献卡片</translation>
  </message>
  <message>
   <source>One primary source: the bottleneck it found, its mechanism, its limits, what it builds on and what it led to. Figures on the card are reported by its authors and never mixed with what the engine measures.</source>
   <translation>一篇原始文献：它发现的瓶颈、机制、局限，以及它基于什么、引出什么。卡片上的数字由作者报告，从不与引擎测得的数字混在一起。</translation>
  </message>
  <message>
   <source>Lineage</source>
   <translation>谱系</translation>
  </message>
  <message>
   <source>The sources in order of date, with lines from each to what it builds on. Selecting one lights up its ancestors and descendants. Relations that are our own reading of history are drawn differently from those that a source states. Sources that the engine can run are marked; selecting one runs it.</source>
   <translation>按日期排列的文献，连线指向各自的基础。选中一篇会点亮其祖先与后代。属于我们对历史的解读的关系，与文献自己说明的关系画法不同。引擎可运行的文献带有标记；选中即运行。</translation>
  </message>
  <message>
   <source>Filter</source>
   <translation>筛选</translation>
  </message>
  <message>
   <source>What map, timeline and table are narrowed to. Every part stands as a chip of its own and can be taken away by itself. Parts of different kinds must all hold; of one kind, one is enough. Words are looked for in names, titles, authors and texts of both languages, and in your own notes and tags.

How many sources are left is always said. Ctrl+Shift+F narrows to the ledger that is looked at, Ctrl+Shift+A shows everything again.</source>
   <translation>地图、时间线和表格收窄到的范围。每个条件都是一个独立的标签，可以单独去掉。不同种类的条件必须同时满足；同一种类满足其一即可。文字会在名称、标题、作者、中英文正文，以及您自己的笔记和标签中查找。

始终会说明还剩多少篇文献。Ctrl+Shift+F 收窄到正在查看的账本，Ctrl+Shift+A 重新显示全部。</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>地图</translation>
  </message>
  <message>
   <source>Every source at its date, in lanes by ledger, family or organisation. A source never moves when you filter or select: what is filtered out stays as a ghost. Lines lead from a source to what builds on it; their style says by which relation, and whether a source states it or it is our reading of history.

Arrow keys walk along the lines: Left to what the source builds on, Right to what it led to, Up and Down to the next one beside. Below the map stands why, and on what basis. Space or Shift with a click chooses a second source, P shows the paths between the two, plus and minus zoom, 0 shows everything.

Direction and number of steps say which ancestors and descendants light up.</source>
   <translation>每篇文献位于其日期处，按账本、类别或机构分泳道。筛选或选择时文献不会移动：被筛掉的以淡影保留。连线从一篇文献指向以它为基础的文献；线型说明是哪种关系，以及这是文献自述还是我们对历史的解读。

方向键沿连线移动：左键到它的基础，右键到它引出的文献，上下键到相邻的一篇。地图下方说明原因和依据。空格键或按住 Shift 点击可选第二篇文献，P 显示两者之间的路径，加号和减号缩放，0 显示全图。

方向和步数决定突出显示哪些祖先和后代。</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>表格</translation>
  </message>
  <message>
   <source>The same sources as a table. Click a heading to sort; choose the columns below. Several rows can be selected: commands for status, tags, export and citation then act on all of them. Ctrl+C copies the rows.</source>
   <translation>同样的文献以表格显示。点击表头排序；在下方选择列。可以选择多行：阅读状态、标签、导出和引文等命令会作用于全部所选。Ctrl+C 复制这些行。</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>Techniques adopted one after another on one scenario. Each small picture is one ledger over the steps. What the engine cannot run yet, or what does not apply after the steps before it, is passed over, with the reason. Every figure is measured in a run; nothing is taken from a source.

The main path is the line of descent that most ways through the field run along, found by counting search paths. A technique that brings its own model starts on new ground: it is compared with that.</source>
   <translation>在同一场景上依次采用各项技术。每幅小图是一本账随步骤的变化。引擎尚不能运行的，或在前面步骤之后不适用的，会跳过并说明原因。每个数字都在运行中测得；没有取自文献的数字。

主路径是领域中最多路线经过的传承线，用搜索路径计数求得。自带模型的技术从新的基准开始：与该基准比较。</translation>
  </message>
  <message>
   <source>Two sources</source>
   <translation>两篇文献</translation>
  </message>
  <message>
   <source>Two sources side by side: mechanism, what each saves, costs or shapes, what its authors report, and what was measured when the engine ran it on its own day before. Figures of the two runs come from different scenarios: compare the direction of a change, not its size.</source>
   <translation>并排显示两篇文献：机制，各自节省、付出或改变了什么，作者报告了什么，以及引擎在其自身的“之前”场景上运行时测得了什么。两次运行的数字来自不同场景：请比较变化的方向，而不是大小。</translation>
  </message>
 </context>
 <context>
  <name>Views</name>
  <message>
   <source>Whole window</source>
   <translation>整个窗口</translation>
  </message>
  <message>
   <source>Page table and clock</source>
   <translation>页表与时钟</translation>
  </message>
  <message>
   <source>Page table</source>
   <translation>页表</translation>
  </message>
  <message>
   <source>Page history</source>
   <translation>页的历史</translation>
  </message>
  <message>
   <source>Request clock</source>
   <translation>请求时钟</translation>
  </message>
  <message>
   <source>Experiment</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>Ledger sheet</source>
   <translation>账本总表</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>为什么</translation>
  </message>
  <message>
   <source>Source card</source>
   <translation>文献卡片</translation>
  </message>
  <message>
   <source>Lineage</source>
   <translation>谱系</translation>
  </message>
  <message>
   <source>Map</source>
   <translation>地图</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>表格</translation>
  </message>
  <message>
   <source>Path</source>
   <translation>路径</translation>
  </message>
  <message>
   <source>Two sources</source>
   <translation>两篇文献</translation>
  </message>
  <message>
   <source>Lab</source>
   <translation>实验</translation>
  </message>
  <message>
   <source>Audit</source>
   <translation>审计</translation>
  </message>
 </context>
 <context>
  <name>Window</name>
  <message>
   <source>Eighteen Ledgers</source>
   <translation>十八本账</translation>
  </message>
  <message>
   <source>Source and reasons</source>
   <translation>文献与原因</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>文献</translation>
  </message>
  <message>
   <source>Why</source>
   <translation>为什么</translation>
  </message>
 </context>
 <context>
  <name>WinnerPlot</name>
  <message>
   <source>nobody, at any rate</source>
   <translation>任何到达率下都没有</translation>
  </message>
  <message>
   <source>first token within</source>
   <translation>首个 token 上限</translation>
  </message>
  <message>
   <source>every next token within</source>
   <translation>后续每个 token 上限</translation>
  </message>
  <message>
   <source>Of {0} contracts nobody carries more than: {1}</source>
   <translation>在 {0} 个契约中，承载不输任何策略的个数：{1}</translation>
  </message>
  <message>
   <source>carries most</source>
   <translation>承载最多</translation>
  </message>
 </context>
 <context>
  <name>WorkPage</name>
  <message>
   <source>Prompt tokens: found or computed</source>
   <translation>提示 token：命中或计算</translation>
  </message>
  <message>
   <source>Requests, short and long</source>
   <translation>请求，短与长</translation>
  </message>
  <message>
   <source>Requests sent to each replica</source>
   <translation>送往各副本的请求</translation>
  </message>
  <message>
   <source>short</source>
   <translation>短</translation>
  </message>
  <message>
   <source>long, from {0} new</source>
   <translation>长，新 token 达 {0}</translation>
  </message>
  <message>
   <source>replica {0}</source>
   <translation>副本 {0}</translation>
  </message>
  <message>
   <source>in time or turned away</source>
   <translation>按时或被拒</translation>
  </message>
  <message>
   <source>late</source>
   <translation>超时</translation>
  </message>
  <message>
   <source>{0} computed</source>
   <translation>计算 {0}</translation>
  </message>
  <message>
   <source>Effective hit tokens: {0}, found by finished requests, less what was computed again.</source>
   <translation>有效命中 token：{0}，即已完成请求的命中减去重算。</translation>
  </message>
  <message>
   <source>Let in: {0} of {1}.</source>
   <translation>准入：{1} 个中的 {0} 个。</translation>
  </message>
  <message>
   <source>, </source>
   <translation>、</translation>
  </message>
  <message>
   <source>Turned away: {0}.</source>
   <translation>被拒：{0}。</translation>
  </message>
  <message>
   <source>found on the device</source>
   <translation>在设备上命中</translation>
  </message>
  <message>
   <source>from host memory or disk</source>
   <translation>来自主机内存或磁盘</translation>
  </message>
  <message>
   <source>from the store</source>
   <translation>来自共享存储</translation>
  </message>
  <message>
   <source>computed</source>
   <translation>计算</translation>
  </message>
  <message>
   <source>computed again</source>
   <translation>重算</translation>
  </message>
  <message>
   <source>{0} found</source>
   <translation>命中 {0}</translation>
  </message>
  <message>
   <source>within the contract</source>
   <translation>满足合约</translation>
  </message>
  <message>
   <source>turned away</source>
   <translation>被拒</translation>
  </message>
  <message>
   <source>{0}/s</source>
   <translation>{0}/s</translation>
  </message>
 </context>
 <context>
  <name>YieldPage</name>
  <message>
   <source>Tokens per verification: {0}, and counted</source>
   <translation>每次验证的 token 数：{0}，与实测计数</translation>
  </message>
  <message>
   <source>Drafts accepted by one verification</source>
   <translation>一次验证接受的草稿数</translation>
  </message>
  <message>
   <source>formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <source>counted in {0} verifications, ± 2 standard errors</source>
   <translation>{0} 次验证的计数，± 2 倍标准误</translation>
  </message>
  <message>
   <source>tokens drafted ahead</source>
   <translation>前瞻的 token 数</translation>
  </message>
  <message>
   <source>tokens per verification</source>
   <translation>每次验证的 token 数</translation>
  </message>
  <message>
   <source>now</source>
   <translation>当前</translation>
  </message>
  <message>
   <source>counted</source>
   <translation>实测计数</translation>
  </message>
  <message>
   <source>drafts accepted</source>
   <translation>接受的草稿数</translation>
  </message>
  <message>
   <source>counted: {0} ± {1}</source>
   <translation>计数：{0} ± {1}</translation>
  </message>
  <message>
   <source>simulated: {0} ± {1}</source>
   <translation>模拟：{0} ± {1}</translation>
  </message>
 </context>
</TS>
