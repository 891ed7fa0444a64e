namespace Workflow.Definition;

/// <summary>
/// Runtime data that is attached to a program and has the lifetime of the program. Each user derives its own class, and a program has at most one
/// object of each class. The program therefore needs no dependency on the users of attachments.
/// </summary>
internal abstract class ProgramAttachment
{
    /// <summary>The next attachment. Set once, by <see cref="Program.Attach{T}"/>.</summary>
    internal ProgramAttachment? Next;
}
