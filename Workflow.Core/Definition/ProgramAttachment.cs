namespace Workflow.Definition;

/// <summary>
/// Data of the run time for a program, with the lifetime of the program. Each use derives its own class, of which a program has at
/// most one object. So the program can refer to attachments without a dependency on their users.
/// </summary>
internal abstract class ProgramAttachment
{
    /// <summary>The next attachment. Set once, by <see cref="Program.Attach{T}"/>.</summary>
    internal ProgramAttachment? Next;
}
