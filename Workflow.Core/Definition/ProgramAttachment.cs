namespace Workflow.Definition;

/// <summary>
/// What the run time keeps for a program, as long as the program lives. Each use derives a class of its own, of which a program has at
/// most one object; so the program holds them without knowing who uses it.
/// </summary>
internal abstract class ProgramAttachment
{
    /// <summary>The attachment that was made next. Written once, by <see cref="Program.Attach{T}"/>.</summary>
    internal ProgramAttachment? Next;
}
