using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>One value of a promotion.</summary>
/// <param name="Text">Its name as the application wrote it; the name in the view.</param>
/// <param name="Name">The name that it is found by.</param>
/// <param name="HasNamespace">Whether the namespace counts.</param>
/// <param name="Type">Where it is stored.</param>
internal sealed record PromotedColumn(string Text, XName Name, bool HasNamespace, PromotedType Type);
