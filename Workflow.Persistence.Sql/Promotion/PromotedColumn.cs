using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>One value of a promotion.</summary>
/// <param name="Text">The name as the application wrote it, which is the name in the view.</param>
/// <param name="Name">The parsed name, by which the value is found.</param>
/// <param name="HasNamespace">True if the namespace must match.</param>
/// <param name="Type">The type of the column.</param>
internal sealed record PromotedColumn(string Text, XName Name, bool HasNamespace, PromotedType Type);
