using System.Data.Common;

namespace Workflow.Persistence;

/// <summary>Stands for an exception of the driver of a database: its class is abstract, so that only a class of the library can take the place.</summary>
internal sealed class SubstituteDbException : DbException
{
    public SubstituteDbException(string? message, string originalType, Exception? innerException, string? state, bool isTransient)
        : base(message, innerException)
    {
        OriginalType = originalType;
        SqlState = state;
        IsTransient = isTransient;
    }

    public string OriginalType { get; }

    public override string? SqlState { get; }

    public override bool IsTransient { get; }

    public override string ToString() => SubstituteException.TextOf(this, base.ToString(), OriginalType);
}
