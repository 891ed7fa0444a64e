using System;
using System.Collections.Generic;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The role of the employees at the desk.</summary>
[Serializable]
public class DeskRole : WorkflowRole
{
    private readonly List<string> _employees;
    private string _name = "desk";

    public DeskRole(params string[] employees)
    {
        _employees = new List<string>(employees);
    }

    public override string Name
    {
        get { return _name; }
        set { _name = value; }
    }

    /// <summary>Creates the roles whose members may accept a return.</summary>
    public static WorkflowRoleCollection CreateRoles(params string[] employees)
    {
        WorkflowRoleCollection roles = new WorkflowRoleCollection();
        roles.Add(new DeskRole(employees));
        roles.Add(new WebWorkflowRole("managers"));
        return roles;
    }

    public override IList<string> GetIdentities()
    {
        return _employees;
    }

    public override bool IncludesIdentity(string identity)
    {
        return _employees.Contains(identity);
    }
}
