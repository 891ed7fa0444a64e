using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A role: a set of identities that may raise an event. Derive a class that queries the directory of the application.</summary>
public abstract class WorkflowRole
{
    /// <summary>The name of the role.</summary>
    public abstract string Name { get; set; }

    /// <summary>Returns true if an identity belongs to the role.</summary>
    /// <param name="identity">The identity; null if the event has none.</param>
    public abstract bool IncludesIdentity(string? identity);

    /// <summary>Returns the identities that belong to the role.</summary>
    public abstract IList<string> GetIdentities();
}

/// <summary>A list of roles. An identity must belong to at least one of them.</summary>
[Serializable]
public sealed class WorkflowRoleCollection : Collection<WorkflowRole>
{
    /// <summary>Returns true if an identity belongs to at least one of the roles; false if there are no roles.</summary>
    /// <param name="identity">The identity; null if the event has none.</param>
    public bool IncludesIdentity(string? identity) => this.Any(role => role.IncludesIdentity(identity));
}

/// <summary>
/// The name of a role of a web application. This package has no role provider, so the role includes no identity. Derive from <see cref="WorkflowRole"/> to
/// query a directory.
/// </summary>
/// <param name="roleName">The name of the role.</param>
[Serializable]
public sealed class WebWorkflowRole(string roleName) : WorkflowRole
{
    private string _name = roleName;

    /// <inheritdoc/>
    public override string Name
    {
        get => _name;
        set => _name = value;
    }

    /// <summary>Returns false: the role includes no identity.</summary>
    /// <param name="identity">The identity.</param>
    public override bool IncludesIdentity(string? identity) => false;

    /// <summary>Returns an empty list.</summary>
    public override IList<string> GetIdentities() => [];
}

/// <summary>The exception for an event with an identity that belongs to none of the roles of the activity that handles the event.</summary>
public class WorkflowAuthorizationException : Exception
{
    /// <summary>Creates an exception.</summary>
    public WorkflowAuthorizationException()
        : this("The event was raised with an identity that belongs to none of the roles; raise it with another identity.")
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowAuthorizationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause of the exception.</param>
    public WorkflowAuthorizationException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="activityName">The name of the activity that handles the event.</param>
    /// <param name="identity">The identity of the event; null if it has none.</param>
    public WorkflowAuthorizationException(string activityName, string? identity)
        : base($"The event for '{activityName}' has the identity '{identity}', which belongs to none of its roles; raise it with another identity.")
    {
    }
}
