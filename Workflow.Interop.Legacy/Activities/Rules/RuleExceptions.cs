using System.CodeDom;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>The base class of the exceptions of rules.</summary>
public class RuleException : Exception
{
    /// <summary>Makes an exception without details.</summary>
    public RuleException()
        : this("A rule failed.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">Its cause.</param>
    public RuleException(string message, Exception? ex)
        : base(message, ex)
    {
    }
}

/// <summary>A condition or an action of a rule failed. The inner exception is that of the member that failed.</summary>
public class RuleEvaluationException : RuleException
{
    /// <summary>Makes an exception without details.</summary>
    public RuleEvaluationException()
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleEvaluationException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">Its cause.</param>
    public RuleEvaluationException(string message, Exception? ex)
        : base(message, ex)
    {
    }
}

/// <summary>The operands of an operator do not fit each other. Validation finds this before a rule runs; conditions and actions of applications can throw it.</summary>
public class RuleEvaluationIncompatibleTypesException : RuleException
{
    /// <summary>Makes an exception without details.</summary>
    public RuleEvaluationIncompatibleTypesException()
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    public RuleEvaluationIncompatibleTypesException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">Its cause.</param>
    public RuleEvaluationIncompatibleTypesException(string message, Exception? ex)
        : base(message, ex)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="left">The type of the left operand.</param>
    /// <param name="op">The operator.</param>
    /// <param name="right">The type of the right operand.</param>
    public RuleEvaluationIncompatibleTypesException(string message, Type left, CodeBinaryOperatorType op, Type right)
        : this(message, left, op, right, null)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="left">The type of the left operand.</param>
    /// <param name="op">The operator.</param>
    /// <param name="right">The type of the right operand.</param>
    /// <param name="ex">Its cause.</param>
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

/// <summary>A rule set is not valid for the type that it was to run with.</summary>
public class RuleSetValidationException : RuleException
{
    /// <summary>Makes an exception without errors.</summary>
    public RuleSetValidationException()
        : this("The rule set is not valid.")
    {
    }

    /// <summary>Makes an exception without errors.</summary>
    /// <param name="message">The message.</param>
    public RuleSetValidationException(string message)
        : this(message, [])
    {
    }

    /// <summary>Makes an exception without errors.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ex">Its cause.</param>
    public RuleSetValidationException(string message, Exception? ex)
        : base(message, ex) => Errors = [];

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="errors">The errors.</param>
    public RuleSetValidationException(string message, ValidationErrorCollection errors)
        : base(message) => Errors = errors;

    /// <summary>All errors.</summary>
    public ValidationErrorCollection Errors { get; }
}
