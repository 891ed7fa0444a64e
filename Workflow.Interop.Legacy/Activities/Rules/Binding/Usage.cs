namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>The members that an expression or statement reads and changes, as paths such as 'this/Order/Total/'.</summary>
internal sealed class Usage
{
    public HashSet<string> Reads { get; } = new(StringComparer.Ordinal);

    public HashSet<string> Writes { get; } = new(StringComparer.Ordinal);

    public void Read(string? path)
    {
        if (path is not null)
        {
            Reads.Add(path);
        }
    }

    public void Write(string? path)
    {
        if (path is not null)
        {
            Writes.Add(path);
        }
    }
}
