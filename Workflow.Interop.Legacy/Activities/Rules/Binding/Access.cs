namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>How a member is used.</summary>
[Flags]
internal enum Access
{
    /// <summary>Its value is read.</summary>
    Read = 1,

    /// <summary>Its value is set.</summary>
    Write = 2,

    /// <summary>Both.</summary>
    Both = Read | Write,
}
