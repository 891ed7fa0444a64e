using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The identities with which an event may be raised. Derive from it with the directory of the application.</summary>
public abstract class WorkflowRole
{
    /// <summary>The name of the role.</summary>
    public abstract string Name { get; set; }

    /// <summary>Whether an identity belongs to the role.</summary>
    /// <param name="identity">The identity; null if the event has none.</param>
    public abstract bool IncludesIdentity(string? identity);

    /// <summary>The identities that belong to the role.</summary>
    public abstract IList<string> GetIdentities();
}

/// <summary>Roles, of which one is enough.</summary>
[Serializable]
public sealed class WorkflowRoleCollection : Collection<WorkflowRole>
{
    /// <summary>Whether an identity belongs to one of the roles. Without roles, none does.</summary>
    /// <param name="identity">The identity; null if the event has none.</param>
    public bool IncludesIdentity(string? identity) => this.Any(role => role.IncludesIdentity(identity));
}

/// <summary>The name of a role of a web application. There is no role provider here: it includes no identity. Derive from <see cref="WorkflowRole"/> to ask a directory.</summary>
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

    /// <summary>No identity is included.</summary>
    /// <param name="identity">The identity.</param>
    public override bool IncludesIdentity(string? identity) => false;

    /// <summary>An empty list.</summary>
    public override IList<string> GetIdentities() => [];
}

/// <summary>An event was raised with an identity that belongs to none of the roles of the activity that handles it.</summary>
public class WorkflowAuthorizationException : Exception
{
    /// <summary>Makes an exception.</summary>
    public WorkflowAuthorizationException()
        : this("The event was raised with an identity that belongs to none of the roles; raise it with another identity.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowAuthorizationException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public WorkflowAuthorizationException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="activityName">The activity that handles the event.</param>
    /// <param name="identity">The identity of the event; null if it has none.</param>
    public WorkflowAuthorizationException(string activityName, string? identity)
        : base($"The event for '{activityName}' has the identity '{identity}', which belongs to none of its roles; raise it with another identity.")
    {
    }
}
