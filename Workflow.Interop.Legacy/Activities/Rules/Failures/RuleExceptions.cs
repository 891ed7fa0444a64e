using System.CodeDom;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>The base class of the exceptions of rules.</summary>
public class RuleException : Exception
{
    /// <summary>Creates an exception without details.</summary>
    public RuleException()
        : this("A rule failed.")
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">The cause of the exception.</param>
    public RuleException(string message, Exception? ex)
        : base(message, ex)
    {
    }
}

/// <summary>The exception for a condition or an action of a rule that failed. The inner exception is the exception of the member that failed.</summary>
public class RuleEvaluationException : RuleException
{
    /// <summary>Creates an exception without details.</summary>
    public RuleEvaluationException()
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleEvaluationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">The cause of the exception.</param>
    public RuleEvaluationException(string message, Exception? ex)
        : base(message, ex)
    {
    }
}

/// <summary>
/// The exception for an operator whose operands have incompatible types. Validation finds such operators before a rule runs; conditions and actions of
/// applications can throw the exception.
/// </summary>
public class RuleEvaluationIncompatibleTypesException : RuleException
{
    /// <summary>Creates an exception without details.</summary>
    public RuleEvaluationIncompatibleTypesException()
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleEvaluationIncompatibleTypesException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">The cause of the exception.</param>
    public RuleEvaluationIncompatibleTypesException(string message, Exception? ex)
        : base(message, ex)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="left">The type of the left operand.</param>
    /// <param name="op">The operator.</param>
    /// <param name="right">The type of the right operand.</param>
    public RuleEvaluationIncompatibleTypesException(string message, Type left, CodeBinaryOperatorType op, Type right)
        : this(message, left, op, right, null)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="left">The type of the left operand.</param>
    /// <param name="op">The operator.</param>
    /// <param name="right">The type of the right operand.</param>
    /// <param name="ex">The cause of the exception.</param>
    public RuleEvaluationIncompatibleTypesException(string message, Type left, CodeBinaryOperatorType op, Type right, Exception? ex)
        : base(message, ex)
    {
        Left = left;
        Operator = op;
        Right = right;
    }

    /// <summary>The type of the left operand, or null.</summary>
    public Type? Left { get; }

    /// <summary>The operator.</summary>
    public CodeBinaryOperatorType Operator { get; }

    /// <summary>The type of the right operand, or null.</summary>
    public Type? Right { get; }
}

/// <summary>The exception for a rule set or condition that is not valid for the type of its object.</summary>
public class RuleSetValidationException : RuleException
{
    /// <summary>Creates an exception without errors.</summary>
    public RuleSetValidationException()
        : this("The rule set is not valid.")
    {
    }

    /// <summary>Creates an exception without errors.</summary>
    /// <param name="message">The message.</param>
    public RuleSetValidationException(string message)
        : this(message, [])
    {
    }

    /// <summary>Creates an exception without errors.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">The cause of the exception.</param>
    public RuleSetValidationException(string message, Exception? ex)
        : base(message, ex) => Errors = [];

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="errors">The errors.</param>
    public RuleSetValidationException(string message, ValidationErrorCollection errors)
        : base(message) => Errors = errors;

    /// <summary>All errors.</summary>
    public ValidationErrorCollection Errors { get; }
}
