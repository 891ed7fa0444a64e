namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Specifies the use of a member.</summary>
[Flags]
internal enum Access
{
    /// <summary>The value is read.</summary>
    Read = 1,

    /// <summary>The value is set.</summary>
    Write = 2,

    /// <summary>The value is read and set.</summary>
    Both = Read | Write,
}
